import { ApiError, connectionLost } from "@staffroom/api";
import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { act, createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { useState, type RefObject } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { typedOn } from "./input/edit";
import { Grid } from "./grid";
import type { CellChange, GridColumn, GridHandle, GridProps, Refusals } from "./model/types";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
type Row = {
  id: number;
  name: string;
  mark: number | null;
  grade: string | null;
  here: boolean;
  day: string | null;
  note: string;
  comment: string;
};
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
  { name: "here", title: "Present", type: "boolean" },
  { name: "day", title: "Day", type: "date" },
  { name: "note", title: "Note", type: "textarea" },
  { name: "comment", title: "Comment", type: "richtext" },
];
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, id) => ({
    id,
    name: `Student ${id}`,
    mark: id,
    grade: null,
    here: false,
    day: null,
    note: "",
    comment: "",
  }));

/** A screen that keeps its rows, as one that reads them from the server does. */
function Marks({
  count = 4,
  answer,
  ...props
}: { count?: number; answer: (changes: readonly CellChange[]) => Promise<Refusals> } & Partial<GridProps<Row>>) {
  const [rows, setRows] = useState(() => rowsOf(count));
  const save = async (changes: readonly CellChange[]) => {
    const refusals = await answer(changes);
    const isSaved = ({ row, name }: CellChange) =>
      !(refusals ?? []).some((one) => one.row === row && one.name === name);
    setRows((now) =>
      now.map((row) => ({
        ...row,
        ...Object.fromEntries(
          changes.filter((one) => one.row === row.id && isSaved(one)).map(({ name, value }) => [name, value]),
        ),
      })),
    );
    return refusals;
  };
  return <Grid rows={rows} rowKey="id" label="Marks" columns={columns} save={save} {...props} />;
}

beforeEach(() => {
  fakeServer();
  signInAs();
});
const at = (row: number, column: number) =>
  document.querySelector<HTMLElement>(`[data-at="${row}:${column}"]`) as HTMLElement;
const announcement = () => document.querySelector(".sr-sheet > [role=status]")?.textContent;
const paste = (text: string) => {
  const event = createEvent.paste(document.activeElement as Element, {
    clipboardData: { getData: (type: string) => (type === "text/plain" ? text : "") },
  });
  fireEvent(document.activeElement as Element, event);
};
async function copied(): Promise<Record<string, string>> {
  const data: Record<string, string> = {};
  fireEvent.copy(document.activeElement as Element, {
    clipboardData: {
      setData: (type: string, text: string) => {
        data[type] = text;
      },
    },
  });
  return data;
}
/** Enters the grid as Tab does. */
const enter = async () => {
  await user.tab();
  expect(document.activeElement).toBe(at(0, 0));
};

it("a grid is edited by keyboard alone, as a spreadsheet", async () => {
  const answer = vi.fn(async (_changes: readonly CellChange[]): Promise<Refusals> => []);
  renderScreen(<Marks answer={answer} />);
  await enter();
  await user.keyboard("{ArrowRight}{ArrowDown}");
  expect(document.activeElement).toBe(at(1, 1));
  expect(announcement()).toBe("Row 2 of 4, Mark");
  // Typing replaces the cell's content; Enter saves and moves down.
  await user.keyboard("77{Enter}");
  await waitFor(() => expect(answer).toHaveBeenLastCalledWith([{ row: 1, name: "mark", value: 77, before: 1 }]));
  expect(document.activeElement).toBe(at(2, 1));
  expect(at(1, 1).textContent).toBe("77");
  // F2 edits the current content, Esc leaves it unchanged.
  await user.keyboard("{F2}5{Escape}");
  expect(document.activeElement).toBe(at(2, 1));
  expect(at(2, 1).textContent).toBe("2");
  await user.keyboard("{F2}5{Tab}");
  await waitFor(() => expect(answer).toHaveBeenLastCalledWith([{ row: 2, name: "mark", value: 25, before: 2 }]));
  expect(document.activeElement).toBe(at(2, 2));
  // A choice is made by its first letter, a box is ticked by Space.
  await user.keyboard("b");
  await waitFor(() => expect(at(2, 2).textContent).toBe("B"));
  await user.keyboard("{Tab} ");
  await waitFor(() => expect(answer).toHaveBeenLastCalledWith([{ row: 2, name: "here", value: true, before: false }]));
  await user.keyboard("{Tab}21/11/26{Enter}");
  await waitFor(() =>
    expect(answer).toHaveBeenLastCalledWith([{ row: 2, name: "day", value: "2026-11-21", before: null }]),
  );
  await user.keyboard("{Control>}{Home}{/Control}");
  expect(document.activeElement).toBe(at(0, 0));
  await user.keyboard("{Control>}{End}{/Control}{Home}{End}{ArrowLeft}");
  expect(document.activeElement).toBe(at(3, 5));
  // A long text has an editor over the cell.
  await user.keyboard("{Enter}");
  await user.type(await screen.findByLabelText("Note, row 4"), "Two{Enter}lines");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() =>
    expect(answer).toHaveBeenLastCalledWith([{ row: 3, name: "note", value: "Two\nlines", before: "" }]),
  );
  expect(document.activeElement).toBe(at(3, 5));
  await user.keyboard("{Delete}");
  await waitFor(() =>
    expect(answer).toHaveBeenLastCalledWith([{ row: 3, name: "note", value: "", before: "Two\nlines" }]),
  );
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(at(3, 5).textContent).toContain("Two"));
});

it("keys typed before the editor of a long text has the focus reach it", async () => {
  const answer = vi.fn(async (_changes: readonly CellChange[]): Promise<Refusals> => []);
  renderScreen(<Marks answer={answer} />);
  await enter();
  await user.keyboard("{End}{ArrowLeft}");
  for (const key of "Two words") fireEvent.keyDown(at(0, 5), { key });
  expect(await screen.findByLabelText("Note, row 1")).toHaveProperty("value", "Two words");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() =>
    expect(answer).toHaveBeenLastCalledWith([{ row: 0, name: "note", value: "Two words", before: "" }]),
  );
  const rich = { name: "content", title: "Content", type: "richtext" } as const;
  expect([..."a < b "].reduce<string>((draft, key) => typedOn(rich, draft, key), "")).toBe("<p>a &#60; b&nbsp;</p>");
  expect(typedOn(rich, "<ul><li><p>a</p></li></ul>", "b")).toBe("<ul><li><p>ab</p></li></ul>");
});

it("Tab leaves after the last cell, and from any cell after Esc", async () => {
  renderScreen(
    <>
      <Marks count={1} answer={async () => []} />
      <button type="button">After</button>
    </>,
  );
  await enter();
  await user.keyboard("{End}{Tab}");
  expect(document.activeElement).toBe(screen.getByText("After"));
  await user.tab({ shift: true });
  await user.keyboard("{Home}{Tab}");
  expect(document.activeElement).toBe(at(0, 1));
  await user.keyboard("{Escape}{Tab}");
  expect(document.activeElement).toBe(screen.getByText("After"));
});

it("a block is copied, pasted in one call, refused in place, and undone as one step", async () => {
  const answer = vi.fn(async (_changes: readonly CellChange[]): Promise<Refusals> => [
    { row: 1, name: "mark", text: "The mark of Student 1 is final" },
  ]);
  renderScreen(<Marks answer={answer} />);
  await enter();
  await user.keyboard("{ArrowRight}{Shift>}{ArrowDown}{ArrowRight}{/Shift}");
  expect(announcement()).toBe("2 rows by 2 columns selected");
  expect(document.querySelectorAll("[role=gridcell][aria-selected=true]")).toHaveLength(4);
  expect(await copied()).toEqual({
    "text/plain": "0\t\n1\t",
    "text/html": "<table><tr><td>0</td><td></td></tr><tr><td>1</td><td></td></tr></table>",
  });
  await user.keyboard("{Control>}{Home}{/Control}{ArrowRight}");
  paste("50\tA*\r\n60\tB\r\nmany\tZ\r\n");
  await waitFor(() => expect(answer).toHaveBeenCalledTimes(1));
  expect(answer).toHaveBeenCalledWith([
    { row: 0, name: "mark", value: 50, before: 0 },
    { row: 0, name: "grade", value: "a", before: null },
    { row: 1, name: "mark", value: 60, before: 1 },
    { row: 1, name: "grade", value: "b", before: null },
  ]);
  expect(screen.getByText("4 cells pasted. 2 cells refused: Positive integer values only")).toBeTruthy();
  await waitFor(() => expect(at(1, 1).getAttribute("aria-invalid")).toBe("true"));
  expect(at(2, 1)).toMatchObject({ textContent: expect.stringContaining("many") });
  await user.click(screen.getByRole("button", { name: "3 cells not saved. Show" }));
  expect(document.activeElement?.getAttribute("aria-invalid")).toBe("true");
  await user.keyboard("{Control>}{Home}{/Control}{ArrowRight}{ArrowDown}");
  expect(announcement()).toBe("Row 2 of 4, Mark. Refused: The mark of Student 1 is final");
  answer.mockResolvedValue([]);
  await user.click(await screen.findByRole("button", { name: "Retry" }));
  await waitFor(() => expect(answer).toHaveBeenLastCalledWith([{ row: 1, name: "mark", value: 60, before: 1 }]));
  await waitFor(() => expect(at(1, 1).getAttribute("aria-invalid")).toBeNull());
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(at(0, 1).textContent).toBe("0"));
  expect([at(1, 1).textContent, at(2, 1).textContent, at(2, 2).textContent]).toEqual(["1", "2", ""]);
  await user.keyboard("{Control>}y{/Control}");
  await waitFor(() => expect(at(1, 1).textContent).toBe("60"));
});

it("entries survive a lost connection and a reload, and are sent again", async () => {
  const lost = new ApiError({ status: 0, message: "", body: null, request: { method: "PUT", path: "/", headers: {} } });
  let isLost = true;
  const answer = vi.fn(async (_changes: readonly CellChange[]): Promise<Refusals> => {
    if (!isLost) return [];
    connectionLost();
    throw lost;
  });
  const { unmount } = renderScreen(<Marks answer={answer} draftKey="marks" />);
  await enter();
  await user.keyboard("{ArrowRight}9{Enter}");
  expect(await screen.findByText("1 cell waits for the server")).toBeTruthy();
  expect(at(0, 1).textContent).toBe("9");
  unmount();
  isLost = false;
  renderScreen(<Marks answer={answer} draftKey="marks" />);
  await waitFor(() => expect(answer).toHaveBeenCalledTimes(2));
  expect(answer).toHaveBeenLastCalledWith([{ row: 0, name: "mark", value: 9, before: 0 }]);
  await waitFor(() => expect(screen.getByText("Saved")).toBeTruthy());
});

it("only the visible rows of 2,000 are drawn, and their number is announced", async () => {
  renderScreen(<Marks count={2000} answer={async () => []} maxHeight={300} />);
  await enter();
  const grid = screen.getByRole("grid", { name: "Marks" });
  expect([grid.getAttribute("aria-rowcount"), grid.getAttribute("aria-colcount")]).toEqual(["2001", "7"]);
  expect(within(grid).getAllByRole("row").length).toBeLessThan(40);
  await user.keyboard("{Control>}{End}{/Control}");
  expect(document.activeElement).toBe(at(1999, 6));
  expect(document.activeElement?.closest("[role=row]")?.getAttribute("aria-rowindex")).toBe("2001");
  expect(document.activeElement?.getAttribute("aria-colindex")).toBe("7");
  expect(grid.querySelectorAll("[tabindex='0']")).toHaveLength(1);
});

it("a mouse selects by dragging and edits by a double click; a second tap edits", async () => {
  renderScreen(<Marks answer={async () => []} />);
  fireEvent.pointerDown(at(0, 1), { button: 0, pointerType: "mouse" });
  fireEvent.pointerMove(at(2, 2), { buttons: 1, pointerType: "mouse" });
  fireEvent.pointerUp(window);
  expect(announcement()).toBe("3 rows by 2 columns selected");
  fireEvent.doubleClick(at(2, 2));
  fireEvent.pointerDown(at(1, 1), { button: 0, pointerType: "mouse" });
  fireEvent.doubleClick(at(1, 1));
  expect(within(at(1, 1)).getByRole("textbox", { name: "Mark, row 2" })).toBeTruthy();
  const tap = (cell: HTMLElement) => {
    fireEvent.pointerDown(cell, { button: 0, pointerType: "touch" });
    // A tap moves the focus before its click.
    if (!cell.contains(document.activeElement)) act(() => cell.focus());
    fireEvent.click(cell);
  };
  tap(at(3, 1));
  expect(document.activeElement).toBe(at(3, 1));
  expect(screen.queryByRole("textbox")).toBeNull();
  tap(at(3, 1));
  expect(screen.getByRole("textbox", { name: "Mark, row 4" })).toBeTruthy();
});

it("rows are added, removed and moved if the screen allows it", async () => {
  const insert = vi.fn();
  const remove = vi.fn();
  const move = vi.fn();
  renderScreen(
    <Marks answer={async () => []} insertRow={insert} removeRow={remove} moveRow={move} foot={<b>Sum 6</b>} />,
  );
  await enter();
  await user.keyboard("{ArrowDown}{Alt>}{ArrowDown}{/Alt}");
  expect(move).toHaveBeenCalledWith(expect.objectContaining({ id: 1 }), 2);
  await user.click(screen.getByRole("button", { name: "Add row" }));
  expect(insert).toHaveBeenCalledWith(expect.objectContaining({ id: 2 }));
  await user.click(screen.getByRole("button", { name: "Remove row" }));
  expect(remove).toHaveBeenCalledWith(expect.objectContaining({ id: 2 }));
  expect(screen.getByText("Sum 6")).toBeTruthy();
});

it("Alt with an arrow and the handle exchange contents as one step; rows that take no part are left out", async () => {
  const answer = vi.fn(async (_changes: readonly CellChange[]): Promise<Refusals> => []);
  renderScreen(<Marks answer={answer} rowHeight="auto" exchanges={{ name: "mark", takes: ({ id }) => id !== 2 }} />);
  const marks = () => [0, 1, 2, 3].map((row) => at(row, 1).textContent);
  await enter();
  await user.keyboard("{ArrowDown}{Alt>}{ArrowDown}{/Alt}");
  expect(announcement()).toBe("Row 2 exchanged with row 4");
  expect(document.activeElement).toBe(at(3, 0));
  await waitFor(() =>
    expect(answer).toHaveBeenLastCalledWith([
      { row: 1, name: "mark", value: 3, before: 1 },
      { row: 3, name: "mark", value: 1, before: 3 },
    ]),
  );
  await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
  expect(marks()).toEqual(["0", "3", "2", "1"]);
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() =>
    expect(answer).toHaveBeenLastCalledWith([
      { row: 1, name: "mark", value: 1, before: 3 },
      { row: 3, name: "mark", value: 3, before: 1 },
    ]),
  );
  expect(marks()).toEqual(["0", "1", "2", "3"]);
  // An empty cell and one that takes no part have no handle.
  expect([0, 1, 2, 3].map((row) => at(row, 1).querySelector(".sr-sheet-grip") !== null)).toEqual([
    false,
    true,
    false,
    true,
  ]);
  const dataTransfer = { setData: () => undefined };
  fireEvent.dragStart(at(3, 1).querySelector(".sr-sheet-grip") as Element, { dataTransfer });
  fireEvent.dragOver(at(2, 0), { dataTransfer });
  expect(document.querySelector("[data-target]")).toBeNull();
  fireEvent.dragOver(at(0, 0), { dataTransfer });
  expect(document.querySelector("[data-target]")?.getAttribute("data-row")).toBe("0");
  fireEvent.drop(at(0, 0), { dataTransfer });
  expect(marks()).toEqual(["3", "1", "2", "0"]);
  await user.keyboard("{Control>}z{/Control}");
  expect(marks()).toEqual(["0", "1", "2", "3"]);
});

it("a screen opens a cell and records another save; Enter presses a control without an editor", async () => {
  const handle: RefObject<GridHandle | null> = { current: null };
  const answer = vi.fn(async (_changes: readonly CellChange[]): Promise<Refusals> => []);
  const press = vi.fn();
  const more: GridColumn<Row> = {
    name: "more",
    title: "More",
    readOnly: true,
    cell: ({ id }) => (
      <button type="button" tabIndex={-1} onClick={() => press(id)}>
        More
      </button>
    ),
  };
  renderScreen(
    <Marks
      answer={answer}
      handle={handle}
      columns={[...columns, more]}
      actions={({ name }) => <b>{name} is current</b>}
    />,
  );
  act(() => handle.current?.record([{ row: 2, name: "note", value: "From elsewhere", before: "" }]));
  expect(at(2, 5).textContent).toBe("From elsewhere");
  act(() => handle.current?.go(2, "note", "edit"));
  expect(((await screen.findByLabelText("Note, row 3")) as HTMLTextAreaElement).value).toBe("From elsewhere");
  await user.keyboard("{Escape}{Control>}z{/Control}");
  await waitFor(() =>
    expect(answer).toHaveBeenLastCalledWith([{ row: 2, name: "note", value: "", before: "From elsewhere" }]),
  );
  await user.keyboard("{End}{Enter}");
  expect(press).toHaveBeenLastCalledWith(2);
  expect(screen.getByText("Student 2 is current")).toBeTruthy();
  act(() => handle.current?.go(1, "name", "show"));
  expect(screen.getByText("Student 1 is current")).toBeTruthy();
});

it("axe finds no problem in a grid with an open editor and a refused cell", async () => {
  const { container } = renderScreen(<Marks answer={async () => []} />);
  const faults = async () =>
    (await axe.run(container, { rules: { "color-contrast": { enabled: false } } })).violations.map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html}`,
    );
  await enter();
  await user.keyboard("{ArrowRight}101{Enter}{ArrowUp}");
  expect(await faults()).toEqual([]);
  await user.keyboard("{F2}");
  expect(await faults()).toEqual([]);
  const texts = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(texts).toEqual(["Student", "Mark", "Grade", "Present", "Day", "Note", "Comment"]);
});
