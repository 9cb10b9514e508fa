import { fakeServer, renderScreen, serveList, signInAs } from "@staffroom/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import InvoicesOfPerson from "../invoices/of-person";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const path = "/invoices/reminders";
const stopped = {
  id: 5,
  clientId: 9,
  client: "Ada Ltd",
  reason: "Pays each term",
  by: "Bea Books",
  created: "2026-11-24T09:00:00Z",
};

function show(rows: readonly object[], kind: "client" | "student" = "client") {
  const server = fakeServer();
  serveList(server, "/invoices", []);
  serveList(server, `${path}/stops`, rows);
  for (const name of ["stop", "resume"])
    server.on("POST", `${path}/${name}`, () => ({ status: 200, body: { data: {} } }));
  renderScreen(<InvoicesOfPerson kind={kind} id={9} />);
  return () => server.calls.filter(({ method }) => method === "POST").map(({ path: to, body }) => [to, body]);
}

beforeEach(() => signInAs());

it("a client's page shows that reminders are stopped, and resumes them", async () => {
  const sent = show([stopped]);
  expect(await screen.findByText("Reminders stopped by Bea Books on 24/11/26: Pays each term")).toBeTruthy();
  await user.click(screen.getByText("Resume reminders"));
  await waitFor(() => expect(sent()).toEqual([[`${path}/resume`, { clientId: 9 }]]));
});

it("all reminders of a client are stopped with a reason", async () => {
  const sent = show([]);
  await user.click(await screen.findByText("Stop reminders"));
  await user.type(await screen.findByLabelText(/^Reason/), "Pays in cash");
  await user.click(document.querySelector(".ant-modal button[type=submit]") as HTMLElement);
  await waitFor(() => expect(sent()).toEqual([[`${path}/stop`, { clientId: 9, reason: "Pays in cash" }]]));
});

it("the card is only on a client's page, for accounting", async () => {
  show([stopped], "student");
  await waitFor(() => expect(document.querySelector(".sr-list, table")).toBeTruthy());
  expect(screen.queryByText(/Reminders stopped/)).toBeNull();
});
