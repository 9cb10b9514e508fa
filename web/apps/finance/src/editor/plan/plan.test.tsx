import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import InvoiceEditor from "../editor";
import { buttons, exampleAnswers, exampleInvoice } from "../example";
import { today } from "./rules";

const ok =
  (data: unknown, status = 200) =>
  () => ({ status, body: { data } });

async function show(more: object = {}) {
  const server = fakeServer();
  for (const [path, data] of Object.entries({ ...exampleAnswers, "/invoice/7": exampleInvoice(more) }))
    server.on("GET", path, ok(data));
  renderScreen(<InvoiceEditor id={7} onClose={vi.fn()} onOpen={vi.fn()} />);
  await screen.findByText("Billing year");
  return {
    server,
    callsTo: (method: string, path: string) =>
      server.calls.filter((call) => call.method === method && call.path === path),
  };
}
const click = async (name: string | RegExp) =>
  fireEvent.click(
    await waitFor(() => {
      const button = buttons(name).at(-1);
      if (!button) throw new Error(`No button ${String(name)}`);
      return button;
    }),
  );

const form = () => document.querySelector("form.sr-form") as Element;

beforeEach(() => signInAs());

describe("the plan", () => {
  it("a plan is built from a count, a first day and an interval", async () => {
    const { server, callsTo } = await show({
      installmentPlan: [],
      hasInstallmentPlan: false,
      actions: ["createPlan"],
      total: 100_00,
    });
    server.on("POST", "/invoice/7/plan", ok({ ids: [1, 2, 3] }, 201));
    await click(/Create installment plan/);
    expect(await screen.findByText("£33.34")).toBeTruthy();
    fireEvent.submit(form());
    await waitFor(() =>
      expect(callsTo("POST", "/invoice/7/plan")[0]?.body).toEqual({ count: 3, first: "2026-11-14", every: "month" }),
    );
  });
  it("an instalment is marked paid with its day and way in one call", async () => {
    const { server, callsTo } = await show({ status: "partPaid", readonly: true });
    server.on("PUT", "/invoiceInstallment/32", ok({}));
    expect(buttons(/Add instalment|Delete instalment/)).toHaveLength(0);
    await click("Mark paid: instalment 2");
    await screen.findByText("Mark instalment as paid");
    fireEvent.submit(form());
    await waitFor(() =>
      expect(callsTo("PUT", "/invoiceInstallment/32").map(({ body }) => body)).toEqual([
        {
          changes: [
            { field: "paidDate", newValue: today(), oldValue: null },
            { field: "paymentType", newValue: "bankTransfer", oldValue: null },
            { field: "isPaid", newValue: true, oldValue: false },
          ],
        },
      ]),
    );
  });
  it("each refusal is under its field and the entries stay", async () => {
    const { server, callsTo } = await show();
    const fields = { amount: "The amount is larger than the total", dueDate: "Please enter a working day" };
    server.on("PUT", "/invoiceInstallment/32", () => ({
      status: 422,
      body: { error: "Form errors", title: "Form errors", fields },
    }));
    await click("Edit instalment 2");
    const amount = await screen.findByLabelText<HTMLInputElement>(/^Amount/);
    fireEvent.change(amount, { target: { value: "9999" } });
    fireEvent.submit(form());
    for (const text of Object.values(fields)) expect(await screen.findByText(text)).toBeTruthy();
    expect(amount.value).toBe("9999");
    expect(callsTo("PUT", "/invoiceInstallment/32").map(({ body }) => body)).toEqual([
      { changes: [{ field: "amount", newValue: 999_900, oldValue: 166_173 }] },
    ]);
  });
  it("a due date changed meanwhile asks which one to keep", async () => {
    const { server, callsTo } = await show();
    server.on("PUT", "/invoiceInstallment/32", ({ body }) => {
      const [{ oldValue }] = (body as { changes: [{ oldValue: unknown }] }).changes;
      if (oldValue === "2026-12-01") return { status: 200, body: { data: {} } };
      return {
        status: 409,
        body: {
          code: "changed_meanwhile",
          error: "Changed",
          fields: { dueDate: "Changed" },
          values: { dueDate: { date: "2026-12-01" } },
        },
      };
    });
    await click("Edit instalment 2");
    const day = await waitFor(() => form().querySelector('[data-field="dueDate"] input') as Element);
    fireEvent.mouseDown(day);
    fireEvent.change(day, { target: { value: "24/11/26" } });
    fireEvent.keyDown(day, { key: "Enter", keyCode: 13 });
    fireEvent.submit(form());
    expect(await screen.findByText("01/12/26")).toBeTruthy();
    await click("Save mine");
    await waitFor(() =>
      expect(callsTo("PUT", "/invoiceInstallment/32").at(-1)?.body).toEqual({
        changes: [{ field: "dueDate", newValue: "2026-11-24", oldValue: "2026-12-01" }],
      }),
    );
  });
  it("day and way are required once Paid is ticked, in the form", async () => {
    const { server } = await show();
    server.on("POST", "/invoice/7/invoiceInstallment", ok({ id: 34 }, 201));
    await click(/Add instalment/);
    await waitFor(() => expect(document.querySelector("form.sr-form")).toBeTruthy());
    fireEvent.submit(form());
    expect(await screen.findByText("Please check for errors in the form")).toBeTruthy();
    expect(screen.getAllByText("Field is required")).toHaveLength(2);
    expect(screen.queryByText("Paid date")).toBeNull();
    fireEvent.click(document.querySelector("form.sr-form input[type=checkbox]") as Element);
    expect(await screen.findByText("Paid date")).toBeTruthy();
    expect(screen.getByText("Payment type")).toBeTruthy();
  });
});
