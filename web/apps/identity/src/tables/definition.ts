import type { Column, ViewColumn } from "@staffroom/contract";

export type Computed = { name: string; title: string; formula: string };
export type Color = "red" | "orange" | "yellow" | "green" | "blue" | "grey";
export type ColorRule = { name: string; title?: string; formula: string; color: Color };

/** A view of a list: its columns, the query of its rows, computed columns, colours, groups and totals. */
export type Definition = {
  columns?: ViewColumn[];
  query?: Record<string, string>;
  view?: string;
  groups?: string[];
  sums?: string[];
  computed?: Computed[];
  colors?: ColorRule[];
};
/** A user's modified copy of a table, and the version of the table it was made from. */
export type OwnCopy = { version: number; definition: Definition };
export type SharedTable = {
  id: number;
  slug: string;
  title: string;
  description: string;
  list: string;
  screen: string;
  definition: Definition;
  ownerId: number;
  owner: string | null;
  locked: boolean;
  modified: string;
  modifiedBy: string;
  version: number;
  own: OwnCopy | null;
  may: { change: boolean; own: boolean };
};

export const mostComputed = 10;
export const mostRules = 5;

/** Returns the path of a list's calls, and the fixed filters of its screen. */
export function listOf(list: string): { path: string; fixed: Record<string, string> } {
  const [path = "", query] = list.split("?");
  return { path, fixed: Object.fromEntries(new URLSearchParams(query)) };
}

/** Returns the parameter of the list's calls, without those of `left`; nothing if nothing is computed. */
export function computedOf({ computed = [], colors = [] }: Definition, left: ReadonlySet<string> = new Set()): string {
  const asked = [
    ...computed,
    ...colors.map(({ name, title, formula }) => ({ name, title: title ?? "", formula })),
  ].filter(({ name, formula }) => formula.trim() && !left.has(name));
  return asked.length ? JSON.stringify(asked) : "";
}

/** Returns a column's name in formulas: the title that the service declares, in any language of the page. */
export const titleInFormula = ({ title, declaredTitle = title }: Column): string => `[${declaredTitle}]`;

/** Returns the formula with the titles that the services declare: a user may type the translated ones. */
export function declaredFormula(formula: string, columns: readonly Column[]): string {
  return formula.replaceAll(/\[([^\][]*)\]/g, (whole, typed: string) => {
    const sought = typed.trim().toLowerCase();
    if (
      columns.some(({ name, title, declaredTitle = title }) =>
        [name, declaredTitle].some((one) => one.toLowerCase() === sought),
      )
    )
      return whole;
    const column = columns.find(({ title }) => title.toLowerCase() === sought);
    return column ? titleInFormula(column) : whole;
  });
}

/** Returns the colour of a row: that of the first matching rule. */
export const tintOf = (rules: readonly ColorRule[], row: Record<string, unknown>): string => {
  const rule = rules.find(({ name }) => row[name] === true);
  return rule ? `sr-tint-${rule.color}` : "";
};

/** Returns the first free name: `formula2` after `formula1`. */
export function freeName(prefix: "formula" | "rule", taken: readonly { name: string }[]): string {
  const names = new Set(taken.map(({ name }) => name));
  for (let number = 1; ; number += 1) if (!names.has(`${prefix}${number}`)) return `${prefix}${number}`;
}

const plainOrder = (query: Record<string, string> = {}) =>
  JSON.stringify(Object.entries(query).toSorted(([one], [other]) => one.localeCompare(other)));
/** True if both show the same. */
export const isSame = (one: Definition, other: Definition): boolean => {
  const whole = ({
    columns = [],
    groups = [],
    sums = [],
    computed = [],
    colors = [],
    view = "table",
    query,
  }: Definition) =>
    JSON.stringify([
      columns.map(({ name, hidden = false, width, pinned = false }) => [name, hidden, width, pinned]),
      groups,
      sums,
      computed,
      colors,
      view,
      plainOrder(query),
    ]);
  return whole(one) === whole(other);
};
