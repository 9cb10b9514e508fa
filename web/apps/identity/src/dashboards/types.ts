import type { Column, Field, Figures, Row } from "@staffroom/contract";

export type Place = { x: number; y: number; w: number; h: number };
export type Tile = Place & {
  id: number;
  kind: string;
  title: string;
  service: string;
  list: string;
  query: string;
  periodFilter: string;
  by: string;
  measure: string;
  compare: boolean;
  chart: string;
  columns: string;
  sort: string;
  text: string;
};
export type Board = {
  id: number;
  title: string;
  description: string;
  period: string | null;
  orgId: number | null;
  departmentId: number | null;
  version: number;
  owner: { id: number; name: string } | null;
  isMine: boolean;
  organisation: string | null;
  tiles: Tile[];
  may: { edit: string[]; delete: boolean };
};
type Calendar = { start: string; title: string };
export type TileMeta = { title: string; target: string; naming: string; columns: Column[]; calendar: Calendar | null };
export type TileAnswer = {
  id: number;
  state: "ok" | "refused" | "away";
  error?: string;
  ignores?: ("period" | "organisation" | "department")[];
  query?: Record<string, string>;
  total?: number;
  figures?: Figures;
  rows?: Row[];
  meta?: TileMeta;
  /** For a statistic: the address of its screen, and the list with the rows of its groups. */
  screen?: string;
  rowsOf?: string;
};

/** Returns the choices of a declared field from the server. */
export const choicesOf = (field: Field | undefined): { value: string; label: string }[] =>
  (field?.options ?? []).map(({ value, label }) => ({ value: String(value), label }));

/** Kinds of tiles that show a list. */
export const showsList = (kind: string): boolean => ["number", "chart", "table", "calendar"].includes(kind);

/** Returns the kind of tile whose form this one has: a statistic is shown as a number, a table or a chart. */
export const formOf = ({ kind, chart }: Pick<Tile, "kind" | "chart">): string =>
  kind !== "statistic" ? kind : chart === "number" || chart === "table" ? chart : "chart";
