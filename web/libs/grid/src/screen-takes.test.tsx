import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { createEvent, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { Grid } from "./grid";
import type { CellChange, GridColumn, GridProps, Refusals } from "./model/types";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
type Row = { id: number; name: string; mark: number | null; grade: string | null };
const columns: GridColumn<Row>[] = [
  { name: "name", title: "Student", readOnly: true, frozen: true },
  { name: "mark", field: { name: "mark", title: "Mark", type: "integer", min: 0, max: 100 } },
  {
    name: "grade",
    title: "Grade",
    type: "select",
    options: [
      { value: "a", label: "A*" },
      { value: "b", label: "B" },
    ],
  },
];

function Marks({
  count = 4,
  answer,
  ...props
}: { count?: number; answer: (changes: readonly CellChange[]) => Promise<Refusals> } & Partial<GridProps<Row>>) {
  const rows = Array.from({ length: count }, (_, id): Row => ({ id, name: `Student ${id}`, mark: id, grade: null }));
  return <Grid rows={rows} rowKey="id" label="Marks" columns={columns} save={answer} {...props} />;
}

beforeEach(() => {
  fakeServer();
  signInAs();
});
const at = (row: number, column: number) =>
  document.querySelector<HTMLElement>(`[data-at="${row}:${column}"]`) as HTMLElement;
const paste = (text: string) => {
  const event = createEvent.paste(document.activeElement as Element, {
    clipboardData: { getData: (type: string) => (type === "text/plain" ? text : "") },
  });
  fireEvent(document.activeElement as Element, event);
};

it("Space and Enter toggle a cell, F2 opens its choices, and the screen knows its position", async () => {
  const answer = vi.fn(async (_changes: readonly CellChange[]): Promise<Refusals> => []);
  const onPlace = vi.fn();
  const toggling: GridColumn<Row>[] = columns.map((column) =>
    column.name === "grade" ? { ...column, toggled: (_, value) => (value ? null : "b") } : column,
  );
  renderScreen(<Marks answer={answer} columns={toggling} onPlace={onPlace} />);
  await user.tab();
  await user.keyboard("{ArrowRight}{ArrowRight} ");
  await waitFor(() => expect(answer.mock.lastCall?.[0]).toMatchObject([{ row: 0, name: "grade", value: "b" }]));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(answer.mock.lastCall?.[0]).toMatchObject([{ row: 0, name: "grade", value: null }]));
  await user.keyboard("{F2}");
  expect(await screen.findByRole("combobox", { name: "Grade, row 1" })).toBeTruthy();
  await user.keyboard("{Escape}{Shift>}{ArrowDown}{/Shift}");
  expect(onPlace.mock.lastCall?.[0]).toMatchObject({
    row: { id: 1 },
    name: "grade",
    names: ["grade"],
    rows: [{ id: 0 }, { id: 1 }],
  });
});

it("a screen handles a pasted block in place of the cells", async () => {
  const answer = vi.fn(async (_changes: readonly CellChange[]): Promise<Refusals> => []);
  const onPaste = vi.fn(() => true);
  renderScreen(<Marks answer={answer} onPaste={onPaste} />);
  await user.tab();
  await user.keyboard("{ArrowDown}{ArrowRight}");
  paste("1\t2\n3\t4");
  expect(onPaste).toHaveBeenCalledWith(
    [
      ["1", "2"],
      ["3", "4"],
    ],
    { row: 1, name: "mark" },
  );
  expect(answer).not.toHaveBeenCalled();
});

it("rows that stay in view do not render again while the grid scrolls", async () => {
  const drawn = vi.fn((row: Row) => row.name);
  const counted: GridColumn<Row>[] = [{ name: "name", title: "Student", readOnly: true, cell: drawn }];
  renderScreen(<Marks count={200} columns={counted} answer={async () => []} />);
  const box = screen.getByRole("grid");
  const before = drawn.mock.calls.length;
  Object.defineProperty(box, "scrollTop", { value: 30, configurable: true });
  fireEvent.scroll(box);
  await waitFor(() => expect(drawn.mock.calls.length).toBeGreaterThan(before));
  expect(drawn.mock.calls.length - before).toBeLessThan(3);
});

it("Esc in a refused cell restores it", async () => {
  renderScreen(<Marks answer={async () => []} />);
  await user.tab();
  await user.keyboard("{ArrowRight}101{Enter}{ArrowUp}");
  expect(at(0, 1).getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(at(0, 1).getAttribute("aria-describedby") ?? "")?.textContent).toContain(
    "Please enter a number between 0 and 100",
  );
  await user.keyboard("{Escape}");
  expect(at(0, 1)).toMatchObject({ textContent: "0" });
  expect(at(0, 1).getAttribute("aria-invalid")).toBeNull();
});

it("the bar below the rows says how changes are saved, and a read-only grid has no bar", async () => {
  const strip = () => document.querySelector(".sr-sheet-strip")?.textContent;
  const { unmount } = renderScreen(<Marks answer={async () => []} />);
  expect(strip()).toBe("Each change is saved at once");
  await user.tab();
  await user.keyboard("{ArrowRight}5{Enter}");
  await waitFor(() => expect(strip()).toBe("Saved"));
  unmount();
  renderScreen(<Marks answer={async () => []} columns={columns.map((column) => ({ ...column, readOnly: true }))} />);
  expect(strip()).toBeUndefined();
});
