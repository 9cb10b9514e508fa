import { fakeServer, forgetEverything, renderScreen, signInAs } from "@staffroom/testing";
import { currentToasts, dismissToast } from "@staffroom/ui";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { StartChecklists } from "./start";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });

beforeEach(() => signInAs());
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
  forgetEverything();
});

async function start(ids: number[]) {
  const server = fakeServer();
  server.on("GET", "/templates/checklist/names", () => ({
    status: 200,
    body: { data: [{ value: 3, label: "New student" }] },
  }));
  server.on("POST", "/checklists/start", () => ({ status: 200, body: { data: { started: 2, skipped: 0 } } }));
  renderScreen(<StartChecklists about="student" choice={{ ids }} />);
  await user.click(screen.getByRole("button", { name: "Start checklist" }));
  await user.click(await screen.findByRole("combobox", { name: /Template/ }));
  await user.click(await screen.findByTitle("New student"));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Start checklist" }));
  return server;
}
const posted = (server: Awaited<ReturnType<typeof start>>) => server.calls.filter(({ method }) => method === "POST");

it("a checklist is started for each selected person", async () => {
  const server = await start([5, 7]);
  await waitFor(() => expect(posted(server).map(({ body }) => body)).toEqual([{ templateId: 3, ids: [5, 7] }]));
});

it("more than 1,000 people are refused without a call", async () => {
  const server = await start(Array.from({ length: 1001 }, (_, place) => place + 1));
  await waitFor(() => expect(currentToasts().map(({ text }) => text)).toContain("At most 1,000 records at once"));
  expect(posted(server)).toHaveLength(0);
});
