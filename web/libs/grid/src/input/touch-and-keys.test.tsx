import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { useShownKeys } from "@staffroom/ui";
import { fireEvent, renderHook } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it } from "vitest";
import { Grid } from "../grid";
import type { GridProps } from "../model/types";

type Row = { id: number; mark: number };

function Marks(props: Partial<GridProps<Row>>) {
  const [rows] = useState<Row[]>(() => [0, 1, 2, 3].map((id) => ({ id, mark: id })));
  const columns = [
    { name: "id", title: "Student", readOnly: true },
    { name: "mark", field: { name: "mark", title: "Mark", type: "integer" as const, min: 0, max: 100 } },
  ];
  return <Grid<Row> rows={rows} rowKey="id" label="Marks" columns={columns} save={async () => []} {...props} />;
}
const at = (row: number, column: number) =>
  document.querySelector<HTMLElement>(`[data-at="${row}:${column}"]`) as HTMLElement;

beforeEach(() => {
  fakeServer();
  signInAs();
});

it("a finger on the handle exchanges contents, but not elsewhere nor when the page takes the touch over", () => {
  renderScreen(<Marks rowHeight="auto" exchanges={{ name: "mark", takes: ({ id }) => id !== 2 }} />);
  const marks = () => [0, 1, 2, 3].map((row) => at(row, 1).textContent);
  const target = () => document.querySelector("[data-target]")?.getAttribute("data-row");
  const finger = { pointerType: "touch", pointerId: 7, button: 0 };
  const grip = (row: number) => at(row, 1).querySelector(".sr-sheet-grip") as Element;
  const over = (row: number) => {
    document.elementFromPoint = () => at(row, 0); // jsdom has no layout
    fireEvent.pointerMove(at(3, 1), finger);
  };
  fireEvent.pointerDown(grip(3), finger);
  expect(fireEvent.dragStart(grip(3), { dataTransfer: { setData: () => undefined } })).toBe(false);
  over(2);
  expect(target()).toBeUndefined();
  over(0);
  expect(target()).toBe("0");
  fireEvent.pointerUp(at(3, 1), finger);
  expect(marks()).toEqual(["3", "1", "2", "0"]);
  fireEvent.pointerDown(grip(1), finger);
  over(0);
  fireEvent.pointerCancel(at(3, 1), finger);
  fireEvent.pointerUp(at(3, 1), finger);
  fireEvent.pointerDown(at(3, 0), finger);
  over(0);
  fireEvent.pointerUp(at(3, 0), finger);
  expect(marks()).toEqual(["3", "1", "2", "0"]);
});

it.each([
  ["a plain grid", {}, undefined],
  ["one whose rows change place", { moveRow: () => undefined }, "Move the row up, with ↓ down"],
])("names its keys in the panel of keys: %s", (_, props, withAlt) => {
  renderScreen(<Marks {...props} />);
  const { result } = renderHook(() => useShownKeys());
  const does = new Map(result.current.map(([keys, what]) => [keys.join(" "), what]));
  expect(does.get("Ctrl Z")).toBe("Undo, with Y redo");
  expect(does.get("Alt ↑")).toBe(withAlt);
});
