import type { CSSProperties } from "react";
import { columnWidth } from "@staffroom/list";
import { asColumn, shareRoom } from "../cells/show";
import { fieldOf } from "./sheet";
import type { GridColumn } from "./types";

/** The part of a narrow grid that the frozen column may take. */
const frozenPart = "42cqi";

/** The columns that stay at the left: those that say so, else the first. */
function frozenCount<Row>(columns: readonly GridColumn<Row>[]): number {
  const last = columns.findLastIndex(({ frozen }) => frozen);
  return last < 0 ? Math.min(1, columns.length) : last + 1;
}

/** The columns in their order: frozen ones first. */
export const inOrder = <Row>(columns: readonly GridColumn<Row>[]): readonly GridColumn<Row>[] => [
  ...columns.filter(({ frozen }) => frozen),
  ...columns.filter(({ frozen }) => !frozen),
];

export type Layout = {
  /** The tracks of a row. */
  template: string;
  /** The width below which the grid scrolls. */
  least: string;
  /** The distance of each frozen column from the left. */
  offsets: readonly string[];
  /** The width of all frozen columns. */
  frozen: string;
};

/** The widths of columns; those of texts without one share what room is left. */
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
  // Without a text the last column takes the room.
  if (!grows.some(Boolean)) grows[grows.length - 1] = true;
  return {
    template: widths.map((width, place) => (grows[place] ? `minmax(${width}, 1fr)` : width)).join(" "),
    least: `calc(${widths.join(" + ")})`,
    frozen: `calc(${widths.slice(0, frozen).join(" + ") || "0px"})`,
    offsets: widths.slice(0, frozen).map((_, place) => (place ? `calc(${widths.slice(0, place).join(" + ")})` : "0px")),
  };
}

/** The style of a frozen cell. */
export const frozenStyle = (layout: Layout, column: number): CSSProperties | undefined => {
  const left = layout.offsets[column];
  return left === undefined ? undefined : { left };
};
