import type { Row } from "@staffroom/contract";
import { expect, it } from "vitest";
import { allSelected, exportOf, isSelected, nothingSelected, select, selectedCount, selectionLabel } from "./selection";

const keyOf = (row: Row) => row.id as number;
const rows = (...ids: number[]): Row[] => ids.map((id) => ({ id }));

it("a selection survives paging", () => {
  const first = select(nothingSelected, rows(1, 2), keyOf, true);
  const second = select(first, rows(51), keyOf, true);
  expect(selectedCount(second, 120)).toBe(3);
  expect(isSelected(second, 1) && isSelected(second, 51) && !isSelected(second, 3)).toBe(true);
  expect(selectionLabel(second, 120, true)).toBe("3 record(s) selected of 120");
});

it("a selection can be all that match", () => {
  expect(isSelected(allSelected, 4711)).toBe(true);
  expect(selectionLabel(allSelected, 120, true)).toBe("120 record(s) selected of 120");
  expect(selectionLabel(allSelected, 10_001, false)).toBe("10,000+ record(s) selected of 10,000+");
});

it("a selection can be all that match with exceptions", () => {
  const left = select(allSelected, rows(2, 51), keyOf, false);
  expect(isSelected(left, 2) || isSelected(left, 51)).toBe(false);
  expect(isSelected(left, 3)).toBe(true);
  expect(selectionLabel(left, 120, true)).toBe("118 record(s) selected of 120");
  expect(selectionLabel(left, 10_001, false)).toBe("9,998+ record(s) selected of 10,000+");
  expect(selectedCount(select(left, rows(2), keyOf, true), 120)).toBe(119);
});

it("an export gets the rows, the exceptions, or nothing", () => {
  expect(exportOf(nothingSelected)).toEqual({});
  expect(exportOf(select(nothingSelected, rows(1, 2), keyOf, true))).toEqual({ ids: [1, 2] });
  expect(exportOf(allSelected)).toEqual({});
  expect(exportOf(select(allSelected, rows(2), keyOf, false))).toEqual({ except: [2] });
});
