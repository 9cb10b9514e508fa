import { fakeServer, forgetEverything, renderScreen, serveList, signInAs, textColumn } from "@staffroom/testing";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FamilyMails } from "./mailed";
import type { Report } from "../reports/types";

type Mail = NonNullable<Report["mails"]>[number];
const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const entry = (id: number, more: Partial<Mail>): Mail => ({
  id,
  name: "Ms Ada Client",
  address: "ada@family.example",
  state: "sent",
  error: "",
  sent: null,
  again: false,
  ...more,
});
const states = [
  { value: "failed", label: "Did not go", color: "red" },
  { value: "sent", label: "Went", color: "green" },
];

function show(mails: Mail[]) {
  const server = fakeServer();
  const filters = [{ name: "mailState", title: "Mail", type: "select", options: states }];
  serveList(server, "/reports", [], { columns: [textColumn("student", "Student")], filters } as object);
  server.on("POST", "/report/7/mail/retry", () => ({ status: 200, body: { data: { id: 7, status: "approved" } } }));
  const reload = vi.fn();
  renderScreen(<FamilyMails mails={mails} id={7} thing="/report" list="/reports" reload={reload} />);
  return { server, reload };
}

beforeEach(() => signInAs("staff"));
afterEach(() => {
  cleanup();
  forgetEverything();
});

it("a failed email shows the reason, and is sent again after a question", async () => {
  const { server, reload } = show([
    entry(2, { state: "failed", error: "550 No such user here", again: true }),
    entry(1, { name: "Sam Student" }),
  ]);
  expect(screen.getByText("550 No such user here")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Send the failed mail again" }));
  expect(
    await screen.findByText("The present PDF goes to Ms Ada Client, at the address that they have now."),
  ).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Send again" }));
  await waitFor(() => expect(reload).toHaveBeenCalled());
  expect(server.calls.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual([
    "/report/7/mail/retry",
  ]);
});

it("states are named as by the service, and nothing is offered if all were sent", async () => {
  show([entry(2, { state: "sent" }), entry(1, { state: "failed" })]);
  expect(await screen.findByText("Went")).toBeTruthy();
  expect(screen.getByText("Did not go")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
