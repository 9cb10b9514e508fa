import { fakeServer, renderScreen, serveList, signInAs, textColumn } from "@staffroom/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import Reminders from "./reminders";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const path = "/invoices/reminders";
const after = { id: 12, title: "Reminder after the due day" };
const rungs = [
  {
    id: 1,
    name: "due",
    title: "On the day",
    days: 0,
    enabled: false,
    since: null,
    waiting: 0,
    earlier: 0,
    also: [],
    text: { id: 11, title: "Reminder on the due day" },
  },
  {
    id: 2,
    name: "after7",
    title: "7 days after",
    days: 7,
    enabled: false,
    since: null,
    waiting: 3,
    earlier: 1209,
    also: [],
    text: after,
  },
  {
    id: 3,
    name: "after14",
    title: "14 days after",
    days: 14,
    enabled: true,
    since: "2026-11-20",
    waiting: 2,
    earlier: 40,
    also: ["Accounting"],
    text: after,
  },
];
const waiting = [
  {
    id: 71,
    number: "INV-1",
    name: "Ada Ltd",
    clientId: 9,
    outstanding: 12_000,
    currency: "GBP",
    due: "2026-11-01",
    late: 24,
    earlier: true,
  },
];
const mail = {
  id: 71,
  kind: "reminder",
  person: "Ms Ada",
  to: "ada@example.org",
  subject: "Reminder: Invoice INV-1 is overdue",
  body: "<p>Dear Ms Ada,</p>",
  attachments: [{ id: null, name: "Invoice INV-1.pdf" }],
  warning: null,
};

beforeEach(() => signInAs());

async function show() {
  const server = fakeServer();
  serveList(server, path, [{ id: 4, invoiceId: 71, clientId: 9, number: "INV-1", name: "Ada Ltd" }], {
    columns: [textColumn("number", "Invoice")],
  });
  serveList(server, `${path}/stops`, [{ id: 5, invoiceId: null, clientId: 9, client: "Ada Ltd" }], {
    columns: [textColumn("client", "Client")],
  });
  server.on("GET", `${path}/ladder`, () => ({ status: 200, body: { data: rungs } }));
  for (const { id } of rungs) {
    server.on("PUT", `${path}/ladder/${id}`, () => ({ status: 200, body: { data: {} } }));
    server.on("GET", `${path}/ladder/${id}/waiting`, () => ({ status: 200, body: { data: waiting } }));
    server.on("GET", `${path}/ladder/${id}/preview`, () => ({ status: 200, body: { data: mail } }));
  }
  for (const name of ["stop", "resume"])
    server.on("POST", `${path}/${name}`, () => ({ status: 200, body: { data: { stopped: name === "stop" } } }));
  renderScreen(<Reminders />);
  await screen.findByText("7 days after", { selector: "th" });
  return server;
}
const sent = (server: Awaited<ReturnType<typeof show>>) =>
  server.calls.filter(({ method }) => method !== "GET").map(({ path: to, body }) => [to, body]);
const rowOf = (title: string) => within(screen.getByText(title, { selector: "th" }).closest("tr") as HTMLElement);

/** Finds a button of the open dialog by its text. */
const press = async (text: string) =>
  user.click((await screen.findAllByText(text, { selector: "button span" })).at(-1) as HTMLElement);

it("a reminder is switched on for new due dates after its numbers are shown; switching off asks nothing", async () => {
  const server = await show();
  await user.click(rowOf("7 days after").getByRole("switch"));
  expect((await screen.findByText("Only amounts that become due from today")).textContent).toContain(
    "3 invoices at seven in the morning",
  );
  expect(screen.getByText("All that wait").textContent).toContain("1,212 invoices at seven in the morning");
  await press("Cancel");
  expect(sent(server)).toEqual([]);
  await user.click(rowOf("7 days after").getByRole("switch"));
  await press("Switch on");
  const on = { field: "enabled", newValue: true, oldValue: false };
  await waitFor(() => expect(sent(server)).toEqual([[`${path}/ladder/2`, { changes: [on] }]]));
  await user.click(rowOf("14 days after").getByRole("switch"));
  await waitFor(() =>
    expect(sent(server).at(-1)).toEqual([`${path}/ladder/3`, { field: "enabled", newValue: false, oldValue: true }]),
  );
});

it("a reminder is switched on for all waiting invoices in one call", async () => {
  const server = await show();
  await user.click(rowOf("7 days after").getByRole("switch"));
  await user.click(await screen.findByText("All that wait"));
  await press("Switch on");
  const changes = [
    { field: "enabled", newValue: true, oldValue: false },
    { field: "since", newValue: null },
  ];
  await waitFor(() => expect(sent(server)).toEqual([[`${path}/ladder/2`, { changes }]]));
});

it("an active reminder says since when and whom it skips, and includes them after a question", async () => {
  const server = await show();
  const row = screen.getByText("14 days after", { selector: "th" }).closest("tr") as HTMLElement;
  expect(row.textContent).toContain("2, 40 earlier left out");
  expect(row.textContent).toContain("On from 20/11/26");
  await user.click(within(row).getByLabelText("Include 40 invoices: 14 days after"));
  expect(await screen.findByText("At seven in the morning 42 invoices get the reminder 14 days after.")).toBeTruthy();
  await press("Include them");
  await waitFor(() =>
    expect(sent(server)).toEqual([[`${path}/ladder/3`, { field: "since", newValue: null, oldValue: "2026-11-20" }]]),
  );
});

it("recipients of a notice besides the email are named", async () => {
  await show();
  expect(screen.getByText(", with a notice to Accounting").closest("th")?.textContent).toBe(
    "14 days after, with a notice to Accounting",
  );
});

it("the days are saved on leaving the field, and only if changed", async () => {
  const server = await show();
  const days = screen.getByLabelText("Days after the due day: 7 days after");
  fireEvent.blur(days);
  fireEvent.change(days, { target: { value: "10" } });
  fireEvent.blur(days);
  await waitFor(() =>
    expect(sent(server)).toEqual([[`${path}/ladder/2`, { field: "days", newValue: 10, oldValue: 7 }]]),
  );
});

it("each reminder links to its text, and shows the email of the first waiting invoice", async () => {
  const server = await show();
  const row = rowOf("7 days after");
  expect(row.getByText("Reminder after the due day").getAttribute("href")).toBe("/accounts/mail-texts?text=12");
  expect(rowOf("On the day").getByText("Preview").closest("button")?.disabled).toBe(true);
  await user.click(row.getByText("Preview"));
  expect(await screen.findByText("Dear Ms Ada,")).toBeTruthy();
  expect(screen.getByText("Reminder: Invoice INV-1 is overdue")).toBeTruthy();
  expect(server.calls.filter(({ path: to }) => to.endsWith("/preview")).map(({ query }) => query)).toEqual([{}]);
});

it("the waiting number leads to the invoices, their emails and the stop button", async () => {
  const server = await show();
  await user.click(screen.getByLabelText("1,212 invoices waiting: 7 days after"));
  const dialog = within(await screen.findByRole("dialog"));
  expect((await dialog.findByText("INV-1")).getAttribute("href")).toBe("/accounts/invoices?invoice=71");
  expect(dialog.getByText("Ada Ltd").getAttribute("href")).toBe("/clients/9");
  expect(dialog.getByText(/^3 invoices get this mail/).textContent).toBe(
    "3 invoices get this mail when it is switched on from today; 1,209 reached it before and are left out.",
  );
  expect(dialog.getByText("1 to 50 of 1,212")).toBeTruthy();
  await user.click(dialog.getByText("Next", { selector: "button span" }));
  await waitFor(() =>
    expect(server.calls.filter(({ path: to }) => to.endsWith("/waiting")).map(({ query }) => query.page)).toEqual([
      "1",
      "2",
    ]),
  );
  await user.click(dialog.getByText("Preview", { selector: "button span" }));
  expect(await screen.findByText("Dear Ms Ada,")).toBeTruthy();
  expect(server.calls.findLast(({ path: to }) => to.endsWith("/preview"))?.query).toEqual({ invoiceId: "71" });
  await user.click(dialog.getByText("Stop", { selector: "button span" }));
  await user.type(await screen.findByLabelText(/^Reason/), "Pays in person");
  await user.click(document.querySelector(".ant-modal button[type=submit]") as HTMLElement);
  await waitFor(() => expect(sent(server)).toEqual([[`${path}/stop`, { invoiceId: 71, reason: "Pays in person" }]]));
});

it("an invoice is stopped with a reason, and a client is resumed", async () => {
  const server = await show();
  await screen.findByText("INV-1");
  await user.click(screen.getByText("Stop", { selector: "button span" }));
  await user.type(await screen.findByLabelText(/^Reason/), "She pays in person");
  await user.click(document.querySelector(".ant-modal button[type=submit]") as HTMLElement);
  await waitFor(() =>
    expect(sent(server)).toEqual([[`${path}/stop`, { invoiceId: 71, reason: "She pays in person" }]]),
  );
  await user.click(screen.getByText("Stopped"));
  await user.click(await screen.findByText("Resume", { selector: "button span" }));
  await waitFor(() => expect(sent(server).at(-1)).toEqual([`${path}/resume`, { clientId: 9 }]));
});
