import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { currentToasts } from "@staffroom/ui";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { SendAgain } from "./send-again";
import type { SentMail } from "../types";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const mail: SentMail = {
  id: 6,
  person: "Ada Abbott",
  recipient: "ada@example.org",
  subject: "Welcome",
  body: "<p>Dear Ada</p>",
  fileIds: [],
  template: "Welcome",
  state: "failed",
  error: "550 no such user",
  sentBy: "Sofia Admin",
  queued: "2026-11-21T09:30:00Z",
  sent: null,
};
const ok =
  (data: unknown, status = 200) =>
  () => ({ status, body: { data } });

beforeEach(() => signInAs());

/** The button of an email that failed or may have arrived, with a server on which the email then ends as `then`. */
function show(state: SentMail["state"], then: Partial<SentMail> = {}) {
  const server = fakeServer();
  server.on(
    "POST",
    "/emailTemplates/sent/6/retry",
    ok({ id: 6, jobId: "support-3", state: "queued", notice: "Emails have been distributed" }, 202),
  );
  server.on("GET", "/jobs/support-3", ok({ id: "support-3", state: "done", result: {} }));
  server.on("GET", "/emailTemplates/sent/6", ok({ ...mail, ...then }));
  renderScreen(<SendAgain mail={{ ...mail, state }} />, { path: "/", address: "/" });
  return server;
}
const posts = (server: ReturnType<typeof show>) =>
  server.calls.filter(({ method }) => method === "POST").map(({ path }) => path);
const click = (name: string) => user.click(screen.getByRole("button", { name }));

it.each([
  ["sent", "", "Emails sent: Emails have been distributed", undefined],
  ["failed", "550 still no such user", "550 still no such user", "Mail not sent"],
  ["unknown", "", "It is not known whether the mail went out", "Mail not confirmed"],
  ["queued", "", "The email is waiting and is sent automatically. The log shows when.", "Not sent yet"],
] as const)("sends a mail that failed again and says that it is then %s", async (state, error, text, title) => {
  const server = show("failed", { state, error });
  await click("Send again");
  await waitFor(() => expect(currentToasts().map((toast) => [toast.text, toast.title])).toEqual([[text, title]]));
  expect(posts(server)).toEqual(["/emailTemplates/sent/6/retry"]);
});

it("an email that may have arrived is only sent after a confirmation", async () => {
  const server = show("unknown", { state: "sent" });
  await click("Send again");
  expect(await screen.findByText(/Nobody knows whether this mail arrived/)).toBeTruthy();
  await click("Go back");
  expect(posts(server)).toEqual([]);
});

it("the server's refusal is shown", async () => {
  window.location.hash = "#/support/emails/sent"; // The root route would not show it (platform.md 8).
  const server = show("failed");
  server.on("POST", "/emailTemplates/sent/6/retry", () => ({
    status: 409,
    body: { error: "This mail is sending; only one that failed is sent again" },
  }));
  await click("Send again");
  await waitFor(() => expect(currentToasts()[0]?.text).toContain("This mail is sending"));
});
