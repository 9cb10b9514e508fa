import type { CSSProperties } from "react";
import { columnWidth } from "@staffroom/list";
import { asColumn, shareRoom } from "../cells/show";
import { fieldOf } from "./sheet";
import type { GridColumn } from "./types";

/** The part of a narrow grid that the frozen column may take. */
const frozenPart = "42cqi";

/** Returns the columns that stay at the left: those marked so, else the first. */
function frozenCount<Row>(columns: readonly GridColumn<Row>[]): number {
  const last = columns.findLastIndex(({ frozen }) => frozen);
  return last < 0 ? Math.min(1, columns.length) : last + 1;
}

/** Returns the columns in order: frozen ones first. */
export const inOrder = <Row>(columns: readonly GridColumn<Row>[]): readonly GridColumn<Row>[] => [
  ...columns.filter(({ frozen }) => frozen),
  ...columns.filter(({ frozen }) => !frozen),
];

export type Layout = {
  /** Returns the tracks of a row. */
  template: string;
  /** Returns the width below which the grid scrolls. */
  least: string;
  /** Returns the distance of each frozen column from the left. */
  offsets: readonly string[];
  /** Returns the width of all frozen columns. */
  frozen: string;
};

/** Returns the widths of columns; texts without one share the remaining room. */
export function layoutOf<Row>(columns: readonly GridColumn<Row>[], sample: Row | undefined): Layout {
  const frozen = frozenCount(columns);
  const fields = columns.map((column) =>
    sample ? fieldOf(column, sample) : { name: column.name, title: "", type: "text" as const },
  );
  const widths = columns.map((column, place) => {
    const width = column.width ?? columnWidth(asColumn(fields[place] as never));
    return place < frozen ? `min(${width}px, ${frozenPart})` : `${width}px`;
  });
  const grows = columns.map(
    ({ width }, place) => place >= frozen && width === undefined && shareRoom(fields[place] as never),
  );
  // Without a text column, the last column takes the remaining room.
  if (!grows.some(Boolean)) grows[grows.length - 1] = true;
  return {
    template: widths.map((width, place) => (grows[place] ? `minmax(${width}, 1fr)` : width)).join(" "),
    least: `calc(${widths.join(" + ")})`,
    frozen: `calc(${widths.slice(0, frozen).join(" + ") || "0px"})`,
    offsets: widths.slice(0, frozen).map((_, place) => (place ? `calc(${widths.slice(0, place).join(" + ")})` : "0px")),
  };
}

/** Returns the style of a frozen cell. */
export const frozenStyle = (layout: Layout, column: number): CSSProperties | undefined => {
  const left = layout.offsets[column];
  return left === undefined ? undefined : { left };
};
