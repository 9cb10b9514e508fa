import { expect, it } from "vitest";
import { unsentOf } from "./pending";
import { sheetOf } from "./sheet";
import { initialState, shownValue, undoSteps, type GridAction, type GridState, type Pasted } from "./grid-state";
import { reduce } from "./state";
import type { GridColumn } from "./types";

type Row = { id: number; name: string; mark: number | null; note: string; grade: string | null };
const columns: GridColumn<Row>[] = [
  { name: "name", readOnly: true },
  { name: "mark", field: { name: "mark", title: "Mark", type: "integer", min: 0, max: 100 } },
  { name: "note", title: "Note" },
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
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, id) => ({ id, name: `Row ${id}`, mark: id, note: "", grade: null }));
const texts = (...rows: string[][]): Pasted[][] => rows.map((row) => row.map((text) => ({ text })));

/** A grid without a page: actions in, the state and the next call out. */
function gridOf(rows = rowsOf(4), declared = columns) {
  let sheet = sheetOf(rows, "id", declared);
  let state: GridState = initialState;
  const act = (...actions: GridAction[]) => {
    for (const action of actions) state = reduce(sheet, state, action);
    return state;
  };
  const go = (row: number, column: number, extend = false) => act({ type: "go", to: { row, column }, extend });
  /** Sends unsent cells; the screen refreshes its rows with the saved values. */
  const save = (refusals: { row: number; name: string; text: string }[] = [], refreshes = true) => {
    const changes = unsentOf(state.cells);
    act({ type: "sending", changes });
    if (refreshes) {
      rows = rows.map((row) => ({
        ...row,
        ...Object.fromEntries(
          changes
            .filter((one) => one.row === row.id && !refusals.some((no) => no.row === row.id && no.name === one.name))
            .map(({ name, value }) => [name, value]),
        ),
      }));
      sheet = sheetOf(rows, "id", declared);
    }
    act({ type: "settled", changes, refusals }, { type: "rows" });
    return changes;
  };
  const refresh = (change: (row: Row) => Row) => {
    rows = rows.map(change);
    sheet = sheetOf(rows, "id", declared);
    act({ type: "rows" });
  };
  return {
    act,
    go,
    save,
    refresh,
    rows: () => rows,
    state: () => state,
    shown: (row: number, column: number) => shownValue(sheet, state.cells, { row, column }),
    unsent: () => unsentOf(state.cells),
  };
}
const type = (draft: string): GridAction[] => [{ type: "edit", mode: "text", draft }, { type: "commit" }];

it("an edit is shown immediately, sent once, and dropped when the row has it", () => {
  const grid = gridOf();
  grid.go(1, 1);
  grid.act(...type("70"));
  expect(grid.shown(1, 1)).toBe(70);
  expect(grid.save()).toEqual([{ row: 1, name: "mark", value: 70, before: 1 }]);
  expect(grid.state().cells.size).toBe(0);
  expect(grid.shown(1, 1)).toBe(70);
  grid.act(...type("70"));
  expect(grid.unsent()).toEqual([]);
});

it("Esc leaves an edit without a change, and moving away saves it", () => {
  const grid = gridOf();
  grid.go(0, 2);
  grid.act({ type: "edit", mode: "text", draft: "a" }, { type: "cancel" });
  expect(grid.unsent()).toEqual([]);
  grid.act({ type: "edit", mode: "text", draft: "kept" });
  grid.go(1, 2);
  expect(grid.shown(0, 2)).toBe("kept");
  expect(grid.state()).toMatchObject({
    editing: null,
    cursor: { row: 1, column: 2 },
    announcement: "Row 2 of 4, Note",
  });
});

it("an invalid entry stays as typed, refused in place, and is not sent", () => {
  const grid = gridOf();
  grid.go(0, 1);
  grid.act(...type("lots"));
  expect(grid.shown(0, 1)).toBe("lots");
  expect(grid.unsent()).toEqual([]);
  expect(grid.state().announcement).toBe("Refused: Positive integer values only");
  grid.act({ type: "restore", at: { row: 0, column: 1 } });
  expect(grid.shown(0, 1)).toBe(0);
});

it("a pasted block is one call and one step; invalid, read-only and excess cells are reported", () => {
  const grid = gridOf();
  grid.go(2, 0);
  grid.act({ type: "paste", block: texts(["x", "50", "good"], ["y", "many", "better"], ["z", "60", "lost"]) });
  expect(grid.unsent()).toEqual([
    { row: 2, name: "mark", value: 50, before: 2 },
    { row: 2, name: "note", value: "good", before: "" },
    { row: 3, name: "note", value: "better", before: "" },
  ]);
  expect(grid.state().note).toBe(
    "3 cells pasted. 1 cell refused: Positive integer values only. 2 cells cannot be edited. 1 row did not fit",
  );
  expect(grid.state()).toMatchObject({ cursor: { row: 2, column: 0 }, anchor: { row: 3, column: 2 } });
  grid.save();
  grid.act({ type: "undo" });
  expect(grid.save()).toEqual([
    { row: 2, name: "mark", value: 2, before: 50 },
    { row: 2, name: "note", value: "", before: "good" },
    { row: 3, name: "note", value: "", before: "better" },
  ]);
  expect(grid.shown(3, 1)).toBe(3);
  grid.act({ type: "redo" });
  expect(grid.shown(3, 1)).toBe("many");
  expect(grid.shown(2, 1)).toBe(50);
});

it("undoing an unsent paste makes no call", () => {
  const grid = gridOf();
  grid.go(0, 1);
  grid.act({ type: "paste", block: texts(["7"], ["8"]) }, { type: "undo" });
  expect(grid.unsent()).toEqual([]);
});

it("a choice is copied by value, and refused if the cell does not offer it", () => {
  const grid = gridOf();
  grid.go(0, 3);
  grid.act({
    type: "paste",
    block: [[{ text: "A*", value: "a", type: "select" }], [{ text: "C", value: "c", type: "select" }]],
  });
  expect(grid.unsent()).toEqual([{ row: 0, name: "grade", value: "a", before: null }]);
  expect(grid.state().note).toContain("Please choose one of A*, B");
});

it("fill copies the first row of the selection down, and the cell above into a single cell", () => {
  const grid = gridOf();
  grid.go(0, 1);
  grid.go(3, 2, true);
  grid.act({ type: "fill" });
  expect(grid.unsent().map(({ row, value }) => [row, value])).toEqual([
    [1, 0],
    [2, 0],
    [3, 0],
  ]);
  grid.save();
  grid.go(1, 2);
  grid.act(...type("hello"));
  grid.go(2, 2);
  grid.act({ type: "fill" });
  expect(grid.shown(2, 2)).toBe("hello");
});

it("a block is emptied, and its boxes become no", () => {
  const grid = gridOf(rowsOf(2), [...columns, { name: "here", title: "Here", type: "boolean" }]);
  grid.go(0, 1);
  grid.go(1, 4, true);
  grid.act({ type: "clear" });
  expect(grid.unsent().map(({ row, name, value }) => [row, name, value])).toEqual([
    [0, "mark", null],
    [0, "here", false],
    [1, "mark", null],
    [1, "here", false],
  ]);
});

it("more than twenty steps are undone, the last first", () => {
  const grid = gridOf();
  grid.go(0, 1);
  for (let mark = 1; mark <= 30; mark += 1) {
    grid.act(...type(String(mark)));
    grid.save();
  }
  for (let mark = 29; mark >= 5; mark -= 1) {
    grid.act({ type: "undo" });
    expect(grid.shown(0, 1)).toBe(mark);
    grid.save();
  }
  expect(undoSteps).toBeGreaterThanOrEqual(20);
});

it("a refused cell keeps its value and the reason; Retry sends it again, Esc restores the server's value", () => {
  const grid = gridOf();
  grid.go(0, 1);
  grid.act(...type("90"));
  grid.save([{ row: 0, name: "mark", text: "This student was absent" }]);
  expect(grid.shown(0, 1)).toBe(90);
  expect(grid.state().announcement).toBe("1 cell refused: This student was absent");
  grid.act({ type: "retry", at: { row: 0, column: 1 } });
  expect(grid.save([{ row: 0, name: "mark", text: "Still absent" }])).toEqual([
    { row: 0, name: "mark", value: 90, before: 0 },
  ]);
  grid.act({ type: "restore", at: { row: 0, column: 1 } });
  expect(grid.shown(0, 1)).toBe(0);
});

it("Restore shows another user's value, and Retry overwrites it", () => {
  const grid = gridOf();
  grid.go(0, 1);
  grid.act(...type("90"));
  grid.save([{ row: 0, name: "mark", text: "Somebody has changed this since" }]);
  grid.refresh((row) => ({ ...row, mark: row.id === 0 ? 44 : row.mark }));
  expect(grid.shown(0, 1)).toBe(90);
  grid.act({ type: "retry", at: { row: 0, column: 1 } });
  expect(grid.unsent()).toEqual([{ row: 0, name: "mark", value: 90, before: 44 }]);
  grid.act({ type: "restore", at: { row: 0, column: 1 } });
  expect(grid.shown(0, 1)).toBe(44);
});

it("entries survive a lost connection, and the latest is sent", () => {
  const grid = gridOf();
  grid.go(0, 1);
  grid.act(...type("10"));
  const changes = grid.unsent();
  grid.act({ type: "sending", changes }, { type: "lost", changes });
  expect(grid.shown(0, 1)).toBe(10);
  expect(grid.state().announcement).toBe("The server cannot be reached. 1 cell will be saved once it can");
  grid.act(...type("11"));
  grid.act({ type: "retry" });
  expect(grid.save()).toEqual([{ row: 0, name: "mark", value: 11, before: 0 }]);
});

it("an entry during a call is sent in the next one, even the old value", () => {
  const grid = gridOf();
  grid.go(0, 1);
  grid.act(...type("10"));
  const changes = grid.unsent();
  grid.act({ type: "sending", changes }, ...type("0"));
  grid.act({ type: "settled", changes, refusals: [] });
  expect(grid.unsent()).toEqual([{ row: 0, name: "mark", value: 0, before: 10 }]);
});

it("a saved value that the row does not show yet stays until the refresh", () => {
  const grid = gridOf();
  grid.go(0, 2);
  grid.act(...type(" two words "));
  grid.save([], false);
  expect(grid.shown(0, 2)).toBe("two words");
  grid.refresh((row) => ({ ...row, note: row.id === 0 ? "Two words" : row.note }));
  expect(grid.shown(0, 2)).toBe("Two words");
});

it("the selection stays inside the grid when rows are deleted", () => {
  const grid = gridOf();
  grid.go(3, 1);
  const sheet = sheetOf(rowsOf(2), "id", columns);
  expect(reduce(sheet, grid.state(), { type: "rows" })).toMatchObject({ cursor: { row: 1, column: 1 } });
});
