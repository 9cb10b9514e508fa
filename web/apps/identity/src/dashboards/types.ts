import type { Column, Figures, Row } from "@staffroom/contract";

export type Place = { x: number; y: number; w: number; h: number };
export type Tile = Place & {
  id: number; kind: string; title: string; service: string; list: string; query: string; periodFilter: string; by: string;
  measure: string; compare: boolean; chart: string; columns: string; sort: string; text: string;
};
export type Board = {
  id: number; title: string; description: string; period: string | null; orgId: number | null; version: number;
  owner: { id: number; name: string } | null; isMine: boolean; organisation: string | null; tiles: Tile[];
  may: { edit: string[]; delete: boolean };
};
type Calendar = { start: string; title: string };
export type TileMeta = { title: string; target: string; naming: string; columns: Column[]; calendar: Calendar | null };
export type TileAnswer = {
  id: number; state: "ok" | "refused" | "away"; error?: string; query?: Record<string, string>; total?: number; figures?: Figures; rows?: Row[]; meta?: TileMeta;
};

export const periods: readonly { value: string; label: string }[] = [
  ["today", "Today"], ["thisWeek", "This week"], ["nextWeek", "Next week"], ["lastWeek", "Last week"], ["thisMonth", "This month"], ["lastMonth", "Last month"],
  ["thisQuarter", "This quarter"], ["thisYear", "This year"], ["lastYear", "Last year"], ["past7", "Past 7 days"], ["past30", "Past 30 days"],
  ["past365", "Past 365 days"], ["next7", "Next 7 days"], ["next14", "Next 14 days"], ["next30", "Next 30 days"],
].map(([value = "", label = ""]) => ({ value, label }));

export const kinds: readonly { value: string; label: string }[] = [
  ["number", "Number"], ["chart", "Chart"], ["table", "Table"], ["calendar", "Calendar"], ["waiting", "Waiting for me"], ["text", "Text"],
].map(([value = "", label = ""]) => ({ value, label }));

export const charts: readonly { value: string; label: string }[] = [
  ["columns", "Columns"], ["bars", "Bars"], ["line", "Line"], ["area", "Area"], ["pie", "Pie"], ["heat", "Heat map"],
].map(([value = "", label = ""]) => ({ value, label }));

/** Kinds of tiles that show a list. */
export const showsList = (kind: string): boolean => ["number", "chart", "table", "calendar"].includes(kind);
