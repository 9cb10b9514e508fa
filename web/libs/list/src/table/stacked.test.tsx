import { signedIn } from "@staffroom/api";
import type { Column, User } from "@staffroom/contract";
import { textColumn } from "@staffroom/testing";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { cellContent } from "./cells";
import { stackedHeight, StackedRow, StackedSort, stackOf } from "./stacked";

const number = { ...textColumn("number", "Number"), sortable: true };
const total: Column = { name: "total", title: "Total", type: "money", sortable: true, hidden: false };
const status: Column = {
  name: "status",
  title: "Status",
  type: "select",
  sortable: false,
  hidden: false,
  options: [{ value: "paid", label: "Paid", color: "green" }],
};
const exam: Column = { name: "exam", title: "Exam", type: "boolean", sortable: false, hidden: false };
const view = {
  search: "",
  sort: [{ name: "number", descending: false }],
  page: 1,
  pageSize: 50,
  after: "",
  filters: {},
};
const shown = [number, textColumn("name", "Name"), textColumn("payer", "Payer"), exam, total, status];

it("a row has its name and a figure above the other values, each once, and its state", () => {
  render(
    <StackedRow
      stack={stackOf(shown, number, view)}
      row={{ id: 1, number: "INV-1", name: "Ada", payer: "Ada", exam: true, total: 1200, status: "paid" }}
      draw={cellContent}
    />,
  );
  const [first, second] = document.querySelectorAll(".sr-stacked > div");
  expect([first?.textContent, second?.textContent]).toEqual(["INV-1£12.00", "Ada · ExamPaid"]);
});

it("rows have two lines of values if one of them would be cut on one", () => {
  const rows = [
    { id: 1, number: "INV-1", name: "Ada", payer: "The Oxford Academy for Young Musicians", status: "paid" },
  ];
  expect(stackedHeight(stackOf(shown, number, view), rows, 520)).toBe(56);
  expect(stackedHeight(stackOf(shown, number, view), rows, 320)).toBe(80);
});

it("a timestamp is cut before the name, an amount never", () => {
  const day: Column = { name: "day", title: "Day", type: "datetime", sortable: true, hidden: false };
  const of = (figure: Column) =>
    render(
      <StackedRow
        stack={stackOf([number, figure], number, { sort: [{ name: "day", descending: false }] })}
        row={{ id: 1, number: "Zara Nakamura", total: 1200, day: "2026-11-20T10:00:00Z" }}
        draw={cellContent}
      />,
    ).container.querySelector(".sr-num")?.className;
  expect([of(total), of(day)]).toEqual(["sr-num", "sr-num sr-stacked-moment"]);
});

it("missing values are left out", () => {
  render(
    <StackedRow
      stack={stackOf(shown, number, view)}
      row={{ id: 1, number: "INV-1", name: "", exam: false, total: null, status: null }}
      draw={cellContent}
    />,
  );
  expect(document.querySelector(".sr-stacked")?.textContent).toBe("INV-1");
});

it("a number has its title; zeros and the reader's own name are left out", () => {
  signedIn({ authToken: "", user: { id: 1, firstName: "Ada", lastName: "Byron" } as User });
  const late: Column = { name: "late", title: "Hours late", type: "integer", sortable: false, hidden: false };
  const before: Column = { ...late, name: "before", title: "Late before" };
  const columns = [number, textColumn("tutor", "Tutor"), late, before];
  render(
    <StackedRow
      stack={stackOf(columns, number, view)}
      row={{ id: 1, number: "Sam", tutor: "Ada Byron", late: 99, before: 0 }}
      draw={cellContent}
    />,
  );
  expect(document.querySelector(".sr-stacked")?.textContent).toBe("SamHours late 99");
});

it("a menu has the orders that column headings would offer", async () => {
  const change = vi.fn();
  render(<StackedSort shown={shown} view={view} change={change} />);
  await userEvent.click(screen.getByRole("button", { name: /Sorted by Number/ }));
  await userEvent.click(await screen.findByText("Total"));
  expect(change.mock.calls[0]?.[0](view)).toEqual({ sort: [{ name: "total", descending: false }] });
});
