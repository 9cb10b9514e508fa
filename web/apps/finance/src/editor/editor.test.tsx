import { getSession, userChanged } from "@staffroom/api";
import { currentToasts, dismissToast } from "@staffroom/ui";
import { fakeServer, forgetEverything, renderScreen, signInAs, type FakeServer } from "@staffroom/testing";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Invoice } from "../types";
import InvoiceEditor from "./editor";
import { buttons, exampleAnswers, exampleInvoice } from "./example";
import { exampleLineFields } from "./example-fields";

type Shown = {
  server: FakeServer;
  onClose: ReturnType<typeof vi.fn>;
  onOpen: ReturnType<typeof vi.fn>;
  set: (more: object) => void;
};
const ok =
  (data: unknown, status = 200) =>
  () => ({ status, body: { data } });
const callsTo = (server: FakeServer, method: string, path: string) =>
  server.calls.filter((call) => call.method === method && call.path === path);
const button = (name: string | RegExp, within?: ParentNode) =>
  waitFor(
    () => {
      const button = buttons(name, within).at(-1);
      if (!button) throw new Error(`No button ${String(name)}`);
      return button;
    },
    { interval: 20 },
  );
const click = async (name: string | RegExp, within?: ParentNode) => fireEvent.click(await button(name, within));
const form = () => document.querySelector<HTMLElement>(".fin-line-form") as HTMLElement;
const heading = () => document.querySelector(".fin-head h1")?.textContent;

async function show(more: object = {}): Promise<Shown> {
  const server = fakeServer();
  let invoice: Invoice = exampleInvoice(more);
  server.on("GET", "/invoice/7", () => ({ status: 200, body: { data: invoice } }));
  const line = { sections: [{ fields: exampleLineFields(invoice.organisation.id === 1) }] };
  for (const [path, data] of Object.entries({ ...exampleAnswers, "/invoice/7/item/fields": line }))
    server.on("GET", path, ok(data));
  const [onClose, onOpen] = [vi.fn(), vi.fn()];
  renderScreen(<InvoiceEditor id={7} onClose={onClose} onOpen={onOpen} />);
  await screen.findByText("Billing year");
  return { server, onClose, onOpen, set: (change) => (invoice = exampleInvoice({ ...more, ...change })) };
}
/** Chooses in a select by its label. */
async function choose(label: string, option: string) {
  fireEvent.mouseDown(form().querySelector(`input[aria-label="${label}"]`) as Element);
  const button = await waitFor(() => {
    const options = [
      ...document.querySelectorAll<HTMLElement>(
        ".ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option",
      ),
    ];
    const one = options.find((entry) => entry.textContent?.includes(option));
    if (!one) throw new Error(`No option ${option}`);
    return one;
  });
  fireEvent.click(button);
}
const headers = () => [...document.querySelectorAll(".fin-lines th")].map((cell) => cell.textContent);
beforeEach(() => signInAs());
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
  forgetEverything();
});

describe("what is shown", () => {
  it("the editor has title, number, status, figures and the UK's columns", async () => {
    await show();
    expect(heading()).toBe("Pro-forma Invoice INV-10007");
    expect(screen.getByText("Proposed")).toBeTruthy();
    const figures = screen.getByLabelText("Figures").textContent;
    for (const text of ["Sub-total£4,203.00", "VAT£824.20", "Total£4,985.20", "Paid-£1,661.74", "Outstanding£3,323.46"])
      expect(figures).toContain(text);
    expect(headers()).toEqual(
      expect.arrayContaining([
        "ID",
        "Type",
        "Account",
        "Description",
        "Amount",
        "Discount",
        "Item type",
        "Sub account",
        "VAT",
        "Total",
      ]),
    );
    expect(screen.getByText("482913")).toBeTruthy();
    expect(screen.queryByText("NIF")).toBeNull();
  });
  it("sums add up step by step, including the write-off", async () => {
    const sums = [
      ["subTotal", "Sub-total", 420_300],
      ["writtenOff", "Small balance write-off", -20_000],
      ["total", "Total", 400_300],
    ];
    await show({ sums: sums.map(([name, label, amount]) => ({ name, label, amount })) });
    expect(screen.getByLabelText("Figures").textContent).toBe(
      "Sub-total£4,203.00Small balance write-off-£200.00Total£4,003.00",
    );
  });
  it("only the UK has sub account, VAT and total columns, and only Portugal the NIF", async () => {
    await show({
      organisation: { id: 3, title: "Portugal", currency: "EUR" },
      currency: "EUR",
      may: { edit: ["title", "NIF"], delete: false },
    });
    expect(headers()).not.toContain("Sub account");
    expect(headers()).not.toContain("VAT");
    expect(screen.getByText("NIF")).toBeTruthy();
  });
  it("a credit note has no tabs", async () => {
    await show({
      isCreditNote: true,
      title: "Credit",
      shownTitle: "Credit note",
      shownStatus: "Issued",
      installmentPlan: [],
    });
    expect(document.querySelector(".ant-tabs")).toBeNull();
    expect(screen.getByText("Items")).toBeTruthy();
  });
  it("a read-only invoice is the same without inputs, and says why", async () => {
    await show({ status: "paid", shownStatus: "Paid", readonly: true, may: { edit: [] }, actions: ["sendReceipt"] });
    expect(screen.getByText("An invoice cannot be changed while its status is Paid.")).toBeTruthy();
    expect(buttons(/Add item|Edit line|Delete line|Move line|Add instalment/)).toHaveLength(0);
    expect(document.querySelectorAll(".fin-fields input")).toHaveLength(0);
    expect(buttons("Send receipt")).toHaveLength(1);
  });
  it("the difference to the plan's sum is shown", async () => {
    const planMismatch =
      "The instalment plans add up to £1.00 which doesn't match the invoice total of £2.00, there is £1.00 outstanding";
    await show({ planMismatch });
    expect(screen.getByText(planMismatch)).toBeTruthy();
  });
  it("the accounting system's response appears without a reload", async () => {
    const waiting = { state: "waiting", lastTry: null, error: null, externalId: null };
    const { set } = await show({ sync: waiting });
    expect(screen.getByText("Waiting")).toBeTruthy();
    set({ sync: { ...waiting, state: "inStep" } });
    expect(await screen.findByText("In step", undefined, { timeout: 4000 })).toBeTruthy();
  });
  it("money without a ticked instalment counts towards the earliest", async () => {
    const [first, second, third] = exampleInvoice().installmentPlan;
    await show({ installmentPlan: [first, { ...second, left: 66_173 }, third] });
    expect(screen.getByText("£661.73 left")).toBeTruthy();
    expect(buttons(/Mark paid: instalment 2/)).toHaveLength(0);
    expect(buttons(/Mark paid: instalment 3/)).toHaveLength(1);
  });
  it("a linked invoice opens in its place, and the ticket dialog gets the number", async () => {
    const { onOpen } = await show();
    await click("CN-10008");
    expect(onOpen).toHaveBeenCalledWith(8);
  });
});

describe("buttons", () => {
  const names: Record<string, RegExp> = {
    sendEmail: /Send by email/,
    markSent: /Mark as sent/,
    createPlan: /Create installment plan/,
    sendReceipt: /Send receipt/,
    creditNote: /Issue credit note/,
    writeOff: /Write off balance/,
    delete: /^Delete$/,
  };
  it("are shown under their own conditions", async () => {
    await show({ actions: [] });
    for (const name of Object.values(names)) expect(buttons(name)).toHaveLength(0);
    expect(buttons("View PDF")).toHaveLength(1);
    expect(buttons("Close")).toHaveLength(1);
  });
  it("are shown if the server offers them", async () => {
    await show({ actions: Object.keys(names) });
    for (const name of Object.values(names)) expect(buttons(name)).toHaveLength(1);
  });
  it.each([/View PDF/, /Send by email/])("%s needs a due date", async (name) => {
    const { server } = await show({ dueDate: null });
    await click(name);
    expect(await screen.findByText("Please add a due date to the invoice first")).toBeTruthy();
    expect(screen.getAllByText("Missing due date")).not.toHaveLength(0);
    expect(server.calls.some((call) => /pdf|send/.test(call.path))).toBe(false);
  });
  it("mark as sent on a date and time", async () => {
    const { server } = await show();
    server.on("POST", "/invoice/7/mark/sent", ok({}));
    await click(/Mark as sent/);
    await screen.findByText("Date and time");
    await click("Mark as sent");
    await waitFor(() =>
      expect(callsTo(server, "POST", "/invoice/7/mark/sent")[0]?.body).toEqual({
        date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      }),
    );
  });
  it("write the balance off after a question", async () => {
    const { server } = await show({ actions: ["writeOff"] });
    server.on("POST", "/invoice/7/writeoff", ok({}));
    await click(/Write off balance/);
    await click("Write off balance");
    await waitFor(() => expect(callsTo(server, "POST", "/invoice/7/writeoff")).toHaveLength(1));
  });
  it("delete after 'Delete invoice'", async () => {
    const { server, onClose } = await show({ number: null, status: "draft" });
    server.on("DELETE", "/invoice/7", ok({ id: 7, deleted: true }));
    await click(/^Delete$/);
    expect(await screen.findAllByText("Delete invoice")).not.toHaveLength(0);
    await click("Delete invoice");
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });
  it("say why no status can be set", async () => {
    const { user: one } = getSession();
    if (one) userChanged({ ...one, roleIds: ["staff", "accounting"] });
    await show({ moves: [], status: "partPaid", readonly: true, outstanding: 5 });
    await click(/Set status/);
    expect(
      await screen.findByText(
        "Status cannot be updated manually for partially paid invoices without writing off the balance first.",
      ),
    ).toBeTruthy();
  });
});

describe("fields", () => {
  it("are saved a second after typing stops", async () => {
    const { server } = await show();
    server.on("PUT", "/invoice/7", ok({ field: "line1", value: "1 High Street", version: 4 }));
    const input = screen.getByLabelText("Line 1");
    fireEvent.change(input, { target: { value: "1 High Street" } });
    await new Promise((done) => setTimeout(done, 500));
    expect(callsTo(server, "PUT", "/invoice/7")).toHaveLength(0);
    await waitFor(
      () =>
        expect(callsTo(server, "PUT", "/invoice/7")[0]?.body).toEqual({
          field: "line1",
          newValue: "1 High Street",
          oldValue: "102 Park Crescent",
        }),
      { timeout: 4000 },
    );
  });
  it("show both values after another user's change", async () => {
    const { server } = await show();
    server.on("PUT", "/invoice/7", () => ({
      status: 409,
      body: { error: "Changed", code: "changed_meanwhile", value: "Theirs" },
    }));
    const input = screen.getByLabelText("Line 1") as HTMLInputElement;
    fireEvent.change(input, { target: { value: "Mine" } });
    fireEvent.blur(input);
    expect(await screen.findByText("Theirs")).toBeTruthy();
    expect(input.value).toBe("Mine");
    server.on("PUT", "/invoice/7", ok({ field: "line1", value: "Mine" }));
    await click("Save mine");
    await waitFor(() =>
      expect(callsTo(server, "PUT", "/invoice/7").at(-1)?.body).toEqual({
        field: "line1",
        newValue: "Mine",
        oldValue: "Theirs",
      }),
    );
  });
  it("accept an incomplete address while it is typed", async () => {
    const { server } = await show();
    fireEvent.change(screen.getByLabelText("Email"), { target: { value: "freya@" } });
    await new Promise((done) => setTimeout(done, 1200));
    expect(screen.queryByText("Please enter a valid email address")).toBeNull();
    fireEvent.blur(screen.getByLabelText("Email"));
    expect(await screen.findByText("Please enter a valid email address")).toBeTruthy();
    expect(callsTo(server, "PUT", "/invoice/7")).toHaveLength(0);
  });
});

describe("lines", () => {
  it("are typed in pounds and sent in pence, with a preview of their total", async () => {
    const { server } = await show();
    server.on("POST", "/invoice/7/item", ok({ id: 4 }, 201));
    await click(/Add item/);
    await screen.findByLabelText(/Amount \(ex VAT\)/);
    await choose("Nominal code", "200 Tuition");
    await choose("Sub account", "T2");
    fireEvent.change(form().querySelector("textarea") as Element, { target: { value: "<p>Lessons</p>" } });
    fireEvent.change(screen.getByLabelText(/Amount \(ex VAT\)/), { target: { value: "19.99" } });
    await choose("Discount", "Percentage");
    fireEvent.change(await screen.findByLabelText(/Discount percentage/), { target: { value: "12.5" } });
    const total = screen.getByLabelText("Line total").textContent;
    for (const text of ["Discount -£2.50", "Net £17.49", "VAT £3.50", "Total £20.99"]) expect(total).toContain(text);
    await click("Add item", form());
    await waitFor(() =>
      expect(callsTo(server, "POST", "/invoice/7/item")[0]?.body).toEqual({
        metaType: "standalone",
        type: "fulltime",
        accountId: 100,
        subAccountId: 5,
        description: "<p>Lessons</p>",
        amount: 1999,
        discountType: "percentage",
        discount: 1250,
      }),
    );
    expect(callsTo(server, "POST", "/invoice/7/item")[0]?.headers["idempotency-key"]).toBeTruthy();
  });
  it("say what is missing, with 'Form errors'", async () => {
    const { server } = await show();
    await click(/Add item/);
    await screen.findByLabelText(/Amount \(ex VAT\)/);
    await choose("Nominal code", "200 Tuition");
    await click("Add item", form());
    expect(await screen.findByText("Please check for errors in the form")).toBeTruthy();
    // Sub account, amount, description.
    expect(screen.getAllByText("Field is required")).toHaveLength(3);
    expect(callsTo(server, "POST", "/invoice/7/item")).toHaveLength(0);
  });
  it("send only changes, in one call", async () => {
    const { server } = await show();
    server.on("PUT", "/invoice/item/2", ok({}));
    await click("Edit line 2");
    fireEvent.change(await screen.findByLabelText(/Amount \(ex VAT\)/), { target: { value: "4000" } });
    await click("Save item");
    await waitFor(() =>
      expect(callsTo(server, "PUT", "/invoice/item/2").map((call) => call.body)).toEqual([
        { changes: [{ field: "amount", newValue: 400_000, oldValue: 378_300 }] },
      ]),
    );
  });
  it("ask whether a negative invoice is a credit note", async () => {
    const { server, set } = await show();
    server.on("PUT", "/invoice/item/2", () => {
      set({ total: -100 });
      return { status: 200, body: { data: {} } };
    });
    server.on("PUT", "/invoice/7", ok({ field: "isCreditNote", value: true }));
    await click("Edit line 2");
    fireEvent.change(await screen.findByLabelText(/Amount \(ex VAT\)/), { target: { value: "-4000" } });
    await click("Save item");
    expect(await screen.findByText("Is this invoice a credit note?")).toBeTruthy();
    await click("Yes, turn it into one");
    await waitFor(() =>
      expect(callsTo(server, "PUT", "/invoice/7")[0]?.body).toEqual({ field: "isCreditNote", newValue: true }),
    );
  });
  it("are deleted after 'Delete item', and restored by Undo", async () => {
    const { server } = await show();
    const body = { metaType: "subitem", amount: 42_000 };
    server.on("DELETE", "/invoice/item/3", ok({ id: 3, deleted: body }));
    server.on("POST", "/invoice/7/item", ok({ id: 5 }, 201));
    await click("Delete line 3");
    expect(await screen.findByText("Are you sure you wish to delete Supplementary lessons, 6 hours?")).toBeTruthy();
    expect(screen.getAllByText("Delete item")).not.toHaveLength(0);
    await click("Delete item");
    await waitFor(() => expect(currentToasts().at(-1)?.action?.label).toBe("Undo"));
    act(() => currentToasts().at(-1)?.action?.run());
    await waitFor(() => expect(callsTo(server, "POST", "/invoice/7/item")[0]?.body).toEqual(body));
  });
  it("are reordered by keys and by dragging", async () => {
    const { server } = await show();
    server.on("POST", "/invoice/7/items/order", ok({ ids: [] }));
    const handle = await button("Move line 1");
    fireEvent.keyDown(handle, { key: "ArrowDown", altKey: true });
    await waitFor(() => expect(callsTo(server, "POST", "/invoice/7/items/order")[0]?.body).toEqual({ ids: [2, 1, 3] }));
    expect(screen.getByText("Line 2 of 3")).toBeTruthy();
    await waitFor(() => expect(callsTo(server, "GET", "/invoice/7").length).toBeGreaterThan(1));
    const data = { effectAllowed: "", setData: () => undefined, setDragImage: () => undefined };
    const rows = () => [...document.querySelectorAll(".fin-lines tbody tr")];
    fireEvent.dragStart(await button("Move line 3"), { dataTransfer: data });
    fireEvent.dragOver(rows()[0] as Element);
    fireEvent.drop(rows()[0] as Element);
    await waitFor(() => expect(callsTo(server, "POST", "/invoice/7/items/order")[1]?.body).toEqual({ ids: [3, 1, 2] }));
  });
  it("start from a sample", async () => {
    await show();
    await click(/Samples/);
    fireEvent.click(await screen.findByText("Registration fee"));
    expect(((await screen.findByLabelText(/Amount \(ex VAT\)/)) as HTMLInputElement).value).toBe("50.00");
  });
  it("are not lost: closing asks, and so does Esc in the form", async () => {
    const { onClose } = await show();
    await click("Edit line 2");
    fireEvent.change(await screen.findByLabelText(/Amount \(ex VAT\)/), { target: { value: "1" } });
    fireEvent.keyDown(screen.getByLabelText(/Amount \(ex VAT\)/), { key: "Escape" });
    expect(await screen.findAllByText("Close without saving?")).not.toHaveLength(0);
    await click("Keep editing");
    expect((screen.getByLabelText(/Amount \(ex VAT\)/) as HTMLInputElement).value).toBe("1");
    expect(onClose).not.toHaveBeenCalled();
  });
  it("leave Esc to the invoice once no form is open", async () => {
    const { onClose } = await show();
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(onClose).toHaveBeenCalledOnce();
  });
});
