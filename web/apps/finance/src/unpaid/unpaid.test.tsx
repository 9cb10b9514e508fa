import { fakeServer, forgetEverything, renderScreen, serveList, signInAs, textColumn } from "@staffroom/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import Unpaid, { UnpaidExams } from "./unpaid";

vi.mock("../editor/editor", () => ({
  default: ({ id, onClose }: { id: number; onClose: () => void }) => (
    <div>
      <p>Invoice {id} is open</p>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  ),
}));

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const path = "/invoices/unpaid";
const rows = [
  { id: 7, number: "INV-1-7", billingYear: 2627 },
  { id: 8, number: "INV-1-8", billingYear: null },
];
const totals = [{ currency: "GBP", count: 2, net: 250_000, VAT: 50_000, total: 300_000, outstanding: 120_050 }];

beforeEach(() => signInAs());
afterEach(forgetEverything);

function show(Screen = Unpaid, found: object[] = rows, address = "/caginvoicelist") {
  const server = fakeServer();
  serveList(server, path, found, {
    title: "Unpaid",
    columns: [
      textColumn("number", "Number"),
      { name: "billingYear", title: "Billing year", type: "select", options: [{ value: 2627, label: "2026-2027" }] },
    ],
    filters: [
      { name: "age", title: "Age", type: "select", options: [{ value: "over90", label: "More than 90 days" }] },
    ],
  });
  server.on("GET", `${path}/totals`, () => ({ status: 200, body: { data: found.length ? totals : [] } }));
  return { server, ...renderScreen(<Screen />, { path: "/caginvoicelist", address }) };
}
const callsTo = (server: ReturnType<typeof fakeServer>, where: string) =>
  server.calls.filter((call) => call.path === where);

it("the total owed follows the filters", async () => {
  const { server } = show(Unpaid, rows, "/caginvoicelist?age=over90");
  await screen.findByText("INV-1-7");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Unpaid invoices");
  expect(await screen.findByText("£1,200.50")).toBeTruthy();
  expect(screen.getByText("2026-2027")).toBeTruthy();
  expect(callsTo(server, `${path}/totals`).at(-1)?.query).toEqual({ age: "over90" });
  expect(callsTo(server, path).at(-1)?.query).toMatchObject({ age: "over90" });
});

it("selected invoices are chased: the summary of reminders, from the unpaid list", async () => {
  const { server } = show();
  server.on("POST", "/invoices/send/summary", () => ({
    status: 200,
    body: { data: { total: 1, ready: 1, drafts: 0, ids: [8], skipped: [] } },
  }));
  await screen.findByText("INV-1-8");
  expect(screen.queryByRole("button", { name: /Send reminder/ })).toBeNull();
  await user.click(document.querySelector("[data-row-key='8'] input[type='checkbox']") as HTMLElement);
  await user.click(screen.getByRole("button", { name: /Send reminder/ }));
  expect(await screen.findByText("Send reminders")).toBeTruthy();
  await waitFor(() =>
    expect(callsTo(server, "/invoices/send/summary").at(-1)?.body).toEqual({
      ids: [8],
      of: "unpaid",
      kind: "reminder",
      again: false,
    }),
  );
});

it("an invoice in the address opens, and the list is refetched when it closes", async () => {
  const { server, router } = show();
  await screen.findByText("INV-1-7");
  await user.dblClick(screen.getByText("INV-1-7"));
  expect(await screen.findByText("Invoice 7 is open")).toBeTruthy();
  expect(router.state.location.search).toBe("?invoice=7");
  const before = callsTo(server, path).length;
  // An invoice that was paid in the meantime is no longer owed.
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(callsTo(server, path).length).toBeGreaterThan(before));
  expect(router.state.location.search).toBe("");
  expect(screen.queryByText("Invoice 7 is open")).toBeNull();
});

it("an exam season lists only invoices with a line for an exam", async () => {
  const { server } = show(UnpaidExams);
  await screen.findByText("INV-1-7");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Unpaid exam invoices");
  expect(callsTo(server, path).at(-1)?.query).toMatchObject({ lineType: "exams" });
  expect(callsTo(server, `${path}/totals`).at(-1)?.query).toEqual({ lineType: "exams" });
});

it("the list says so if nobody owes anything", async () => {
  show(Unpaid, []);
  expect(await screen.findByText("Nobody owes anything here.")).toBeTruthy();
});

it("a list that does not load keeps its heading, and can be retried", async () => {
  const { server } = show();
  await screen.findByText("INV-1-7");
  let broken = true;
  server.on("GET", path, () =>
    broken
      ? { status: 500, body: { error: "The list broke" } }
      : { status: 200, body: { data: rows, total: 2, totalIsExact: true, next: null } },
  );
  forgetEverything();
  signInAs();
  renderScreen(<Unpaid />, { path: "/caginvoicelist", address: "/caginvoicelist" });
  expect(await screen.findByText("The list broke")).toBeTruthy();
  broken = false;
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(screen.getAllByText("INV-1-8").length).toBeGreaterThan(0));
});
