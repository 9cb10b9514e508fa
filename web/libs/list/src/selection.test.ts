import type { Row } from "@staffroom/contract";
import { expect, it } from "vitest";
import { allSelected, isSelected, nothingSelected, select, selectedCount, selectionLabel } from "./selection";

const keyOf = (row: Row) => row.id as number;
const rows = (...ids: number[]): Row[] => ids.map((id) => ({ id }));

it("survives paging", () => {
  const first = select(nothingSelected, rows(1, 2), keyOf, true, rows(1, 2, 3));
  const second = select(first, rows(51), keyOf, true, rows(51, 52));
  expect(selectedCount(second, 120)).toBe(3);
  expect(isSelected(second, 1) && isSelected(second, 51) && !isSelected(second, 3)).toBe(true);
  expect(selectionLabel(second, 120, true)).toBe("3 record(s) selected of 120");
});

it("can mean all that match", () => {
  expect(isSelected(allSelected, 4711)).toBe(true);
  expect(selectionLabel(allSelected, 120, true)).toBe("120 record(s) selected of 120");
  expect(selectionLabel(allSelected, 10_001, false)).toBe("10,000+ record(s) selected of 10,000+");
});

it("never reaches further than what was seen once a row is dropped out of all", () => {
  const left = select(allSelected, rows(2), keyOf, false, rows(1, 2, 3));
  expect(left.kind).toBe("rows");
  expect(selectedCount(left, 120)).toBe(2);
});
