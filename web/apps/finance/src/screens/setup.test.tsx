import { fakeServer, forgetEverything, renderScreen, signInAs } from "@staffroom/testing";
import { screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import ExamFees from "./exam-fees";
import Letterheads from "./letterheads";
import MailTexts from "./mail-texts";
import Samples from "./samples";

beforeEach(() => signInAs());
afterEach(forgetEverything);

const text = (name: string, title: string) => ({ name, title, type: "text", required: false });

const screens: [string, ComponentType, string, string, object, string][] = [
  ["samples", Samples, "/invoice/samples", "sample", { title: "Deposit" }, "Deposit"],
  ["exam fees", ExamFees, "/invoice/examFees", "fee", { title: "GCSE French", board: "AQA" }, "GCSE French (AQA)"],
  ["mail texts", MailTexts, "/invoices/templates", "text", { kind: "creditNote", words: { total: "of the invoice" } }, "Credit note"],
  ["letterheads", Letterheads, "/invoices/letterheads", "letterhead", { name: "Staffroom Ltd" }, "Staffroom Ltd"],
];

it.each(screens)("%s: the one in the address is open beside the list", async (_name, Screen, path, key, record, title) => {
  const server = fakeServer();
  const meta = {
    name: path, title: "List", rowKey: "id", target: "", columns: [text("note", "Note")], filters: [], tabs: [], searchable: false, defaultSort: "note",
    pageSizes: [50], defaultPageSize: 50, may: { add: false, edit: false, delete: false, export: false }, add: null, edit: null, delete: null,
  };
  server.on("GET", `${path}/columns`, () => ({ status: 200, body: { data: meta } }));
  server.on("GET", path, () => ({ status: 200, body: { data: [{ id: 3, note: "A row" }], total: 1, totalIsExact: true, next: null } }));
  server.on("GET", `${path}/3`, () => ({ status: 200, body: { data: { id: 3, note: "Kept by accounting", moves: [], may: { edit: [] }, ...record } } }));
  server.on("GET", `${path}/fields`, () => ({ status: 200, body: { data: { sections: [{ name: "one", title: "One", fields: [text("note", "Note")] }] } } }));
  renderScreen(<Screen />, { path: "/", address: `/?${key}=3` });
  expect(await screen.findByText("A row")).toBeTruthy();
  expect(await screen.findByText(title)).toBeTruthy();
  expect(await screen.findByText("Kept by accounting")).toBeTruthy();
});
