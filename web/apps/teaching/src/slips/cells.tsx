import type { CellRenderer, Row } from "@staffroom/contract";
import { formatDateTime } from "@staffroom/ui";

/** A period within a day, from the columns with its start and its end. */
const span =
  (end: string): CellRenderer =>
  (value: unknown, row: Row) =>
    `${formatDateTime(value)}–${formatDateTime(row[end]).slice(-5)}`;

export const slipCells = { tutorialDate: span("tutorialEnd") };
export const tutorialCells = { start: span("end") };
