import { fakeServer, forgetEverything, renderScreen, signInAs } from "@staffroom/testing";
import { currentToasts, dismissToast } from "@staffroom/ui";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import DomainCheck, { type MailDomain } from "./domain";

const user = userEvent.setup({ delay: null });
const domain = { id: 3, domain: "example.org", checked: null, findings: [] } as unknown as MailDomain;

beforeEach(() => signInAs());
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
  forgetEverything();
});

async function check(job: object) {
  const server = fakeServer();
  server.on("POST", "/api/v2/support/mailDomain/3/check", () => ({
    status: 200,
    body: { data: { jobId: "support-9" } },
  }));
  server.on("GET", "/jobs/support-9", () => ({
    status: 200,
    body: { data: { id: "support-9", done: 0, total: 0, ...job } },
  }));
  renderScreen(<DomainCheck record={domain} thing="/v2/support/mailDomain" reload={() => undefined} />);
  await user.click(screen.getByRole("button", { name: "Check now" }));
}

it.each([
  ["done", null, "The records were checked"],
  ["failed", "The name servers do not answer", "The name servers do not answer"],
  ["cancelled", null, "The check was cancelled"],
])("says how a check ended: %s", async (state, error, text) => {
  await check({ state, error });
  await waitFor(() => expect(JSON.stringify(currentToasts())).toContain(text));
});
