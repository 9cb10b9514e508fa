import { fakeServer, forgetEverything, renderScreen, signInAs } from "@staffroom/testing";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import InvoiceEditor from "./editor";
import { buttons, exampleAnswers, exampleInvoice } from "./example";

const ok = (data: unknown, status = 200) => () => ({ status, body: { data } });

async function show(more: object = {}) {
  const server = fakeServer();
  for (const [path, data] of Object.entries({ ...exampleAnswers, "/invoice/7": exampleInvoice(more) })) server.on("GET", path, ok(data));
  renderScreen(<InvoiceEditor id={7} onClose={vi.fn()} onOpen={vi.fn()} />);
  await screen.findByText("Billing year");
  return { server, callsTo: (method: string, path: string) => server.calls.filter((call) => call.method === method && call.path === path) };
}
const click = async (name: string | RegExp) => fireEvent.click(await waitFor(() => {
  const found = buttons(name).at(-1);
  if (!found) throw new Error(`No button ${String(name)}`);
  return found;
}));

beforeEach(() => signInAs());
afterEach(forgetEverything);

describe("the plan", () => {
  it("is made of a count, a first day and an interval", async () => {
    const { server, callsTo } = await show({ installmentPlan: [], hasInstallmentPlan: false, actions: ["createPlan"], total: 100_00 });
    server.on("POST", "/invoice/7/plan", ok({ ids: [1, 2, 3] }, 201));
    await click(/Create installment plan/);
    expect(await screen.findByText("£33.34")).toBeTruthy();
    fireEvent.submit(document.querySelector("form.sr-form") as Element);
    await waitFor(() => expect(callsTo("POST", "/invoice/7/plan")[0]?.body).toEqual({ count: 3, first: "2026-11-14", every: "month" }));
  });
  it("marks an instalment paid with its day and way, before the tick", async () => {
    const { server, callsTo } = await show({ status: "partPaid", readonly: true });
    server.on("PUT", "/invoiceInstallment/32", ok({}));
    expect(buttons(/Add instalment|Delete instalment/)).toHaveLength(0);
    await click("Mark paid: instalment 2");
    await screen.findByText("Mark instalment as paid");
    fireEvent.submit(document.querySelector("form.sr-form") as Element);
    await waitFor(() => expect(callsTo("PUT", "/invoiceInstallment/32").map((call) => (call.body as { field: string }).field)).toEqual(["paidDate", "paymentType", "isPaid"]));
  });
  it("requires day and way once Paid is ticked, in the form", async () => {
    const { server } = await show();
    server.on("POST", "/invoice/7/invoiceInstallment", ok({ id: 34 }, 201));
    await click(/Add instalment/);
    await waitFor(() => expect(document.querySelector("form.sr-form")).toBeTruthy());
    fireEvent.submit(document.querySelector("form.sr-form") as Element);
    expect(await screen.findByText("Please check for errors in the form")).toBeTruthy();
    expect(screen.getAllByText("Field is required")).toHaveLength(2);
    expect(screen.queryByText("Paid date")).toBeNull();
    fireEvent.click(document.querySelector("form.sr-form input[type=checkbox]") as Element);
    expect(await screen.findByText("Paid date")).toBeTruthy();
    expect(screen.getByText("Payment type")).toBeTruthy();
  });
});
