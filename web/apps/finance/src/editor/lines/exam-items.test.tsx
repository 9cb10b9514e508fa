import { fakeServer, renderScreen, signInAs, type FakeServer } from "@staffroom/testing";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { EditingContext } from "../context";
import { buttons, exampleInvoice } from "../example";
import { exampleLineFields } from "../example-fields";
import ExamItems from "./exam-items";

const ok =
  (data: unknown, status = 200) =>
  () => ({ status, body: { data } });
const exam = (id: number, subject: string) => ({
  id,
  name: subject,
  board: "AQA",
  code: `83${id}`,
  level: "GCSE",
  subject,
  papers: 2,
});
const item = (subject: string, what: string, amount: number) => ({
  metaType: "standalone",
  type: "exams",
  accountId: 472,
  subAccountId: 1,
  description: `<p>AQA GCSE ${subject}: ${what}</p>`,
  amount,
  discountType: "none",
  discount: 0,
  VAT: amount / 5,
  total: amount * 1.2,
  currency: "GBP",
  examId: 1,
});

function open(): FakeServer {
  const server = fakeServer();
  const answers = {
    "/system/examseries/list": [
      { id: 4, name: "Summer 2027" },
      { id: 5, name: "November 2026" },
    ],
    "/system/examseries/4/exams/list": [exam(1, "French"), exam(2, "Latin"), exam(3, "Art")],
    "/exam/1/invoiceitems": [item("French", "board fee", 6_100), item("French", "2 papers", 9_000)],
    "/exam/2/invoiceitems": [item("Latin", "board fee", 5_000)],
  };
  for (const [path, data] of Object.entries(answers)) server.on("GET", path, ok(data));
  server.on("GET", "/exam/3/invoiceitems", () => ({
    status: 404,
    body: { error: "There are no fees for this exam", code: "not_found" },
  }));
  server.on("POST", "/invoice/7/item", ok({ id: 90 }, 201));
  const act = async (work: () => Promise<unknown>) => work().then(() => true);
  const lineFields = new Map(exampleLineFields().map((field) => [field.name, field]));
  const editing = {
    invoice: exampleInvoice(),
    lineFields,
    refusal: null,
    reload: vi.fn(),
    act,
    open: vi.fn(),
    close: vi.fn(),
    forms: new Set<string>(),
  };
  renderScreen(
    <EditingContext value={editing}>
      <ExamItems onClose={vi.fn()} />
    </EditingContext>,
  );
  return server;
}

const present = (selector: string) =>
  waitFor(() => {
    const element = document.querySelector(selector);
    if (!element) throw new Error(`Nothing is ${selector}`);
    return element;
  });

/** Opens a select by its label and clicks choices of it. */
async function choose(label: string, ...choices: string[]): Promise<void> {
  fireEvent.mouseDown(await present(`input[aria-label='${label}']:not([disabled])`));
  for (const choice of choices) fireEvent.click(await present(`.ant-select-item-option[title='${choice}']`));
}
const rows = () => [...document.querySelectorAll(".ant-modal tbody tr.ant-table-row")];
const cells = (row: Element | undefined) =>
  [...(row?.querySelectorAll("td") ?? [])].map((cell) => cell.textContent).slice(1);

beforeEach(() => signInAs());

describe("exam items", () => {
  it("selected fees of several exams are added, as the server offers them", async () => {
    const server = open();
    await choose("Exam series", "Summer 2027");
    await choose("Exams", "AQA GCSE French 831", "AQA GCSE Latin 832");
    await waitFor(() => expect(rows()).toHaveLength(3));
    expect(cells(rows()[0])).toEqual(["AQA GCSE French: board fee", "£61.00", "£12.20", "£73.20"]);
    expect(buttons("Add items")[0]?.disabled).toBe(true);
    fireEvent.click(await present(".ant-modal thead input[type=checkbox]"));
    fireEvent.click(rows()[1] as Element);
    fireEvent.click(buttons("Add items (2)")[0] as HTMLElement);
    await waitFor(() => expect(server.calls.filter((call) => call.method === "POST")).toHaveLength(2));
    const sent = server.calls
      .filter((call) => call.method === "POST")
      .map((call) => call.body as { amount: number; examId: number });
    expect(sent.map(({ amount, examId }) => [amount, examId])).toEqual([
      [6_100, 1],
      [5_000, 2],
    ]);
    expect(Object.keys(sent[0] ?? {})).not.toContain("key");
  });

  it("an exam without fees says who enters them", async () => {
    open();
    await choose("Exam series", "Summer 2027");
    await choose("Exams", "AQA GCSE Art 833");
    expect(
      await screen.findByText(
        "AQA GCSE Art 833 has no fees yet. Accounting or the exams office enters them under Exam fees.",
      ),
    ).toBeTruthy();
    expect(rows()).toHaveLength(0);
  });
});
