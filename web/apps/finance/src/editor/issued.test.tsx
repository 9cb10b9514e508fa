import { fakeServer, renderScreen, signInAs, type FakeServer } from "@staffroom/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import LockDates from "../setup/lock-dates";
import InvoiceEditor from "./editor";
import { buttons, exampleAnswers, exampleInvoice } from "./example";

const ok =
  (data: unknown, status = 200) =>
  () => ({ status, body: { data } });
const callsTo = (server: FakeServer, method: string, path: string) =>
  server.calls.filter((call) => call.method === method && call.path === path);
const text =
  "This invoice has been issued and no longer changes. Please issue a credit note, or ask accounting to take it back";
const payer = {
  kind: "client",
  id: 195,
  name: "Freya Campbell",
  reason: "paysForStudent",
  text: "Pays for Florence Campbell",
  typed: [],
  follows: true,
};

async function show(more: object) {
  const server = fakeServer();
  server.on("GET", "/invoice/7", () => ({ status: 200, body: { data: exampleInvoice(more) } }));
  for (const [path, data] of Object.entries(exampleAnswers)) server.on("GET", path, ok(data));
  const onOpen = vi.fn();
  renderScreen(<InvoiceEditor id={7} onClose={vi.fn()} onOpen={onOpen} />);
  await screen.findByText("Billing year");
  return { server, onOpen };
}
const press = async (name: string | RegExp) =>
  fireEvent.click(await waitFor(() => buttons(name).at(-1) ?? expect.fail(`no button ${String(name)}`)));

beforeEach(() => signInAs());

it("an issued invoice says that it no longer changes, with both ways to correct it", async () => {
  const { server } = await show({
    issued: { text, takeBack: null },
    actions: ["creditNote", "takeBack"],
    may: { edit: ["dueDate"], delete: false },
  });
  server.on("POST", "/invoice/7/takeback", ok({ id: 7, status: "draft" }));
  expect(screen.getByText("This invoice has been issued and no longer changes.")).toBeTruthy();
  expect(buttons("Credit its lines")).toHaveLength(1);
  expect(buttons(/Add item|Edit line|Delete line|Move line/)).toHaveLength(0);
  await press("Take back to draft");
  fireEvent.change(await screen.findByLabelText(/^Reason/), { target: { value: "The date was wrong" } });
  await press("Take back to draft");
  await waitFor(() =>
    expect(callsTo(server, "POST", "/invoice/7/takeback")[0]?.body).toEqual({ reason: "The date was wrong" }),
  );
});

it("the VAT in sterling is below the VAT, with the rate", async () => {
  const rate = "£1 = €1.1534, HMRC monthly rate for March 2026";
  await show({
    currency: "EUR",
    sterling: { VAT: 71_458, rate: 1.1534, month: "2026-03-01", source: "hmrc", text: rate },
  });
  expect(screen.getByLabelText("Figures").textContent).toContain(`VAT€824.20VAT in sterling${rate}£714.58Total`);
});

it("the reason why an invoice cannot be taken back is given", async () => {
  const takeBack =
    "It has been sent to the accounting system, so it is not taken back. Please issue a credit note instead";
  await show({ issued: { text, takeBack }, actions: ["creditNote", "takeBack"] });
  expect(buttons("Take back to draft")[0]?.getAttribute("aria-description")).toBe(takeBack);
});

it("staff are told whom to ask", async () => {
  await show({ issued: { text, takeBack: null }, actions: [] });
  expect(screen.getByText(`${text}.`)).toBeTruthy();
  expect(buttons(/Take back to draft|Credit its lines/)).toHaveLength(0);
});

it("the chosen lines are credited, in full or in part, and the credit note opens", async () => {
  const { server, onOpen } = await show({ issued: { text, takeBack: null }, actions: ["creditNote"] });
  server.on("POST", "/invoice/7/creditnote", ok({ id: 9 }, 201));
  await press("Issue credit note");
  fireEvent.click(await screen.findByLabelText("All lines"));
  const part = await screen.findByLabelText("Credit of Supplementary lessons, 6 hours");
  fireEvent.change(part, { target: { value: "9999" } });
  expect(screen.getByText("An amount is above £0.00 and at most the net amount of its line.")).toBeTruthy();
  fireEvent.change(part, { target: { value: "100" } });
  expect(screen.getByText("Credit £3,845.17 net, and the VAT of its lines.")).toBeTruthy();
  await press("Issue credit note");
  await waitFor(() => expect(onOpen).toHaveBeenCalledWith(9));
  expect(callsTo(server, "POST", "/invoice/7/creditnote")[0]?.body).toEqual({ lines: [2, 3], amounts: { 3: 10_000 } });
});

it("the payer is shown with the reason and the entry, and can be changed", async () => {
  const { server } = await show({ status: "draft", payer: { ...payer, typed: ["email"] }, actions: ["changePayer"] });
  const choice = {
    kind: "client",
    id: 4,
    name: "Bea Brown",
    email: "bea@example.org",
    text: "Client of the student",
    today: false,
    current: false,
  };
  server.on("GET", "/invoice/7/payers", ok([choice]));
  server.on("POST", "/invoice/7/payer", ok({ id: 7, kind: "client", payerId: 4, name: "Bea Brown" }));
  expect(screen.getByText("Pays for Florence Campbell")).toBeTruthy();
  expect(screen.getByText(/The e-mail address was typed in here/)).toBeTruthy();
  await press("Change payer");
  fireEvent.click(await screen.findByLabelText("Select Bea Brown"));
  await press("Change payer");
  await waitFor(() => expect(callsTo(server, "POST", "/invoice/7/payer")[0]?.body).toEqual({ kind: "client", id: 4 }));
});

it("the history is shown to users who may read it", async () => {
  const server = fakeServer();
  server.on("GET", "/invoice/7", ok(exampleInvoice({ may: { edit: [], delete: false, history: true } })));
  for (const [path, data] of Object.entries(exampleAnswers)) server.on("GET", path, ok(data));
  const change = {
    id: 3,
    field: "amount",
    title: "Line “Hours”: Amount",
    oldText: "£100.00",
    newText: "£90.00",
    changed: "2026-11-20T09:30:00Z",
    userId: 3,
    userName: "Alan Accounts",
    actingUserId: 3,
    actingUserName: null,
    oldValue: 10_000,
    newValue: 9000,
  };
  server.on("GET", "/invoice/7/history", ok([change]));
  renderScreen(<InvoiceEditor id={7} onClose={vi.fn()} onOpen={vi.fn()} />);
  const entry = (await screen.findByText("Line “Hours”: Amount")).closest("li") as HTMLElement;
  expect(entry.textContent).toContain("Alan Accounts");
  expect(within(entry).getByText("£90.00")).toBeTruthy();
});

it("a lock date moves forward, and backwards with a reason", async () => {
  const server = fakeServer();
  const changes = [{ lockDate: "2026-09-30", reason: "", by: "Ann Accountant", date: "2026-10-05T09:30:00Z" }];
  server.on(
    "GET",
    "/invoices/lockdates",
    ok([
      { orgId: 1, organisation: "Oxford", lockDate: "2026-09-30", changes },
      { orgId: 2, organisation: "London", lockDate: null, changes: [] },
    ]),
  );
  server.on("PUT", "/invoices/lockdates/1", ok({ orgId: 1, lockDate: null }));
  renderScreen(<LockDates />);
  expect(await screen.findByText("Nothing is closed")).toBeTruthy();
  expect(buttons("Close period")).toHaveLength(2);
  await press("Open period");
  fireEvent.change(await screen.findByLabelText(/^Reason/), { target: { value: "A bill was late" } });
  await press("Open period");
  await waitFor(() =>
    expect(callsTo(server, "PUT", "/invoices/lockdates/1")[0]?.body).toMatchObject({
      lockDate: null,
      reason: "A bill was late",
    }),
  );
});
