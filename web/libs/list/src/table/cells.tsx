import type { Column, Row } from "@staffroom/contract";
import {
  formatDate,
  formatDateTime,
  formatMoney,
  formatNumber,
  formatPercent,
  Icon,
  optionOf,
  plainText,
  StatusTag,
  shownEmail,
} from "@staffroom/ui";
import type { ReactNode } from "react";
import type { PlacedColumn } from "./columns";

function tag(column: Column, value: unknown, row: Row): ReactNode {
  const option = optionOf(column, value, row);
  const label = option?.label ?? String(value);
  return <StatusTag key={String(value)} label={label} color={option?.color} value={String(value)} />;
}

/** Formats a value as text: a reference by its name, nothing if missing. */
export function textOf(value: unknown): string {
  if (typeof value !== "object") return String(value ?? "");
  const named = value as { title?: string; name?: string } | null;
  return String(named?.title ?? named?.name ?? "");
}

/** Formats the value of a column as text. */
export function wordsIn(column: Column, row: Row): string {
  const value = row[column.name];
  if (value === null || value === undefined || value === "") return "";
  switch (column.type) {
    case "integer":
    case "decimal":
      return formatNumber(value) || String(value);
    case "money":
      return formatMoney(value, column.currency ? row[column.currency] : undefined);
    case "percent":
      return formatPercent(value);
    case "boolean":
      return value === true ? "Yes" : "";
    case "date":
      return formatDate(value);
    case "datetime":
      return formatDateTime(value);
    case "select":
      return optionOf(column, value, row)?.label ?? String(value);
    case "tags":
      return (Array.isArray(value) ? value : [value])
        .map((one) => optionOf(column, one, row)?.label ?? String(one))
        .join(", ");
    case "richtext":
      return plainText(String(value));
    case "email":
      return shownEmail(String(value));
    default:
      return textOf(value);
  }
}

/** Draws a cell's value by its column's type. */
export function cellContent(column: Column, row: Row): ReactNode {
  const value = row[column.name];
  if (value === null || value === undefined || value === "") return null;
  switch (column.type) {
    case "id":
      return <span className="sr-cell-id">{String(value)}</span>;
    case "boolean":
      return value === true ? (
        <span title="Yes">
          <Icon name="check" size={15} />
          <span className="sr-visually-hidden">Yes</span>
        </span>
      ) : null;
    // An option without a colour has no dot.
    case "select":
      return optionOf(column, value, row)?.color ? tag(column, value, row) : wordsIn(column, row);
    case "tags":
      return Array.isArray(value) ? (
        <span className="sr-cell-tags">{value.map((one) => tag(column, one, row))}</span>
      ) : (
        tag(column, value, row)
      );
    case "email":
      return (
        <a href={`mailto:${String(value)}`} onClick={(event) => event.stopPropagation()}>
          {shownEmail(String(value))}
        </a>
      );
    default:
      return wordsIn(column, row);
  }
}

/** The content of a cell that is itself a control, so it has no link. */
export const controlContent = (column: Column, row: Row): ReactNode =>
  cellContent(column.type === "email" ? { ...column, type: "text" } : column, row);

export const isRightAligned = (column: Column): boolean =>
  ["integer", "decimal", "money", "percent"].includes(column.type);

const usualWidths: Partial<Record<Column["type"], number>> = {
  id: 84,
  integer: 96,
  decimal: 96,
  money: 112,
  percent: 84,
  boolean: 84,
  date: 92,
  datetime: 128,
  select: 136,
  tags: 190,
  email: 220,
  richtext: 260,
};

/** The width of seven digits. */
const longestId = 84;

export function columnWidth(column: Column): number {
  const width = column.width || usualWidths[column.type] || 160;
  // Numbers are never cut off.
  return column.type === "id" ? Math.max(width, longestId) : width;
}

const takesMore = new Set<Column["type"]>(["text", "richtext", "email", "tags"]);

/** The widths of a cell's padding, of a tag's dot and border, and of the arrow and border in a heading, in pixels. */
const around = 21;
const ofTag = 28;
const ofArrow = 18;
const ofEdge = 8;
const [leastMeasured, mostMeasured] = [52, 300];
/** Number of rows that are measured. */
const measured = 50;

/**
 * Returns the width of the widest word of these rows and of the heading, for each column; `draws` names those whose
 * cells a screen draws.
 */
export function contentWidths(
  columns: readonly Column[],
  rows: readonly Row[],
  measure: (text: string, isHead?: boolean) => number,
  draws: (name: string) => boolean = () => false,
): ReadonlyMap<string, Content> {
  const widthOf = (column: Column, row: Row) => {
    const text = wordsIn(column, row);
    if (!text) return 0;
    const colored =
      column.type === "tags" || (column.type === "select" && optionOf(column, row[column.name], row)?.color);
    const tags = column.type === "tags" && Array.isArray(row[column.name]) ? (row[column.name] as unknown[]).length : 1;
    return measure(text) + (colored ? ofTag * tags : 0);
  };
  return new Map(
    columns.map((column) => {
      const head = Math.ceil(measure(column.title, true)) + around + ofEdge + (column.sortable ? ofArrow : 0);
      const body = Math.ceil(Math.max(0, ...rows.slice(0, measured).map((row) => widthOf(column, row)))) + around;
      const content = draws(column.name) ? Math.max(body, columnWidth(column)) : body;
      const isNumber = rows.slice(0, measured).every((row) => number.test(wordsIn(column, row)));
      return [column.name, { head, whole: Math.min(mostMeasured, Math.max(leastMeasured, head, content)), isNumber }];
    }),
  );
}

/**
 * Returns the width of a column's heading, and of heading and cells together; `isNumber` if all cells look like
 * telephone numbers.
 */
export type Content = { head: number; whole: number; isNumber?: boolean };
const number = /^[+\d\s]*$/;

/** Minimum width of the name column. */
const namingWidth = 140;
/** The fraction of their width that text columns give up so that the others are not cut. */
const yields = 0.3;

/**
 * Returns widths by column, in pixels. Text columns share the rest of `room` in proportion to their widths, or give up
 * a fraction of them if that makes all columns fit. Numbers get no more than they need, and a width that the user chose
 * stays. If no column shares, the last takes the rest. A list wider than `room` scrolls.
 */
export function columnWidths(
  columns: readonly PlacedColumn[],
  room: number,
  naming?: string,
  contents?: ReadonlyMap<string, Content>,
): ReadonlyMap<string, number> {
  if (contents) return fittedWidths(columns, room, naming, contents);
  const usual = columns.map(
    (column) => column.chosen ?? Math.max(columnWidth(column), column.name === naming ? namingWidth : 0),
  );
  const spare = room - usual.reduce((sum, width) => sum + width, 0);
  const texts: number[] = columns.map((column, place) =>
    takesMore.has(column.type) && !column.chosen ? (usual[place] ?? 0) : 0,
  );
  const sharing = texts.some((width) => width > 0);
  if (!sharing) texts[texts.length - 1] = usual.at(-1) ?? 0;
  const text = texts.reduce((sum, width) => sum + width, 0);
  const fits = spare >= (sharing ? -yields * text : 0);
  const share = fits && text > 0 ? spare / text : 0;
  return new Map(
    columns.map((column, place) => [column.name, (usual[place] ?? 0) + Math.floor((texts[place] ?? 0) * share)]),
  );
}

/** The fraction of its content that a text column keeps if there is too little room. */
const keeps = 0.6;

/**
 * Returns widths by content: names and email addresses share the remaining `room`, or texts if there are none. If there
 * is too little room, texts give up to 40 % of their content but never their heading; the name column and telephone
 * numbers give none. A list that still does not fit scrolls, with every word whole.
 */
function fittedWidths(
  columns: readonly PlacedColumn[],
  room: number,
  naming: string | undefined,
  contents: ReadonlyMap<string, Content>,
): ReadonlyMap<string, number> {
  const whole = columns.map((column) => column.chosen ?? contents.get(column.name)?.whole ?? columnWidth(column));
  const least = columns.map((column, place) => {
    const width = whole[place] ?? 0;
    if (column.chosen || !takesMore.has(column.type) || column.name === naming || contents.get(column.name)?.isNumber)
      return width;
    return Math.min(width, Math.max(contents.get(column.name)?.head ?? 0, Math.ceil(width * keeps)));
  });
  const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0);
  const spare = room - sum(whole);
  if (spare < 0) {
    const given = sum(whole) - sum(least);
    if (room < sum(least) || given === 0) return new Map(columns.map(({ name }, place) => [name, whole[place] ?? 0]));
    return new Map(
      columns.map(({ name }, place) => [
        name,
        Math.ceil((whole[place] ?? 0) + ((whole[place] ?? 0) - (least[place] ?? 0)) * (spare / given)),
      ]),
    );
  }
  const flexing = (takes: (column: PlacedColumn) => boolean) =>
    columns.map((column) => !column.chosen && takes(column));
  const first = flexing(
    ({ name, type }) => (name === naming && takesMore.has(type)) || type === "email" || name === "name",
  );
  const texts = flexing(({ type }) => takesMore.has(type));
  const flex = first.some(Boolean)
    ? first
    : texts.some(Boolean)
      ? texts
      : columns.map((_, place) => place === columns.length - 1);
  const base = sum(whole.filter((_, place) => flex[place]));
  return new Map(
    columns.map(({ name }, place) => [
      name,
      (whole[place] ?? 0) + (flex[place] && base > 0 ? Math.floor(((whole[place] ?? 0) / base) * spare) : 0),
    ]),
  );
}

/** Returns the name of a row in a sentence. */
export function rowName(columns: readonly Column[], row: Row, key: string): string {
  for (const name of ["name", "title", "fullName"])
    if (typeof row[name] === "string" && row[name]) return row[name] as string;
  const whole = [row.firstName, row.lastName].filter(Boolean).join(" ");
  if (whole) return whole;
  const text = columns.find((column) => column.type === "text" && row[column.name]);
  return text ? String(row[text.name]) : String(row[key]);
}
