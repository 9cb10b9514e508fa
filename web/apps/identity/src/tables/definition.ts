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
/** A copy of a table as its user changed it, and the version of the table that it was made from. */
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

/** The path of the calls of a list, and the filters that hold on its screen. */
export function listOf(list: string): { path: string; fixed: Record<string, string> } {
  const [path = "", query] = list.split("?");
  return { path, fixed: Object.fromEntries(new URLSearchParams(query)) };
}

/** The parameter of the list's calls, without those of `left`; nothing where nothing is computed. */
export function computedOf({ computed = [], colors = [] }: Definition, left: ReadonlySet<string> = new Set()): string {
  const asked = [
    ...computed,
    ...colors.map(({ name, title, formula }) => ({ name, title: title ?? "", formula })),
  ].filter(({ name, formula }) => formula.trim() && !left.has(name));
  return asked.length ? JSON.stringify(asked) : "";
}

/** A column as a formula names it: by the title that the service declares, whatever the language of the page. */
export const titleInFormula = ({ title, declaredTitle = title }: Column): string => `[${declaredTitle}]`;

/** The formula with the titles that the services declare: somebody may type those that the page shows. */
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

/** The colour of a row: that of the first rule that holds. */
export const tintOf = (rules: readonly ColorRule[], row: Record<string, unknown>): string => {
  const rule = rules.find(({ name }) => row[name] === true);
  return rule ? `sr-tint-${rule.color}` : "";
};

/** The first free name: `formula2` beside `formula1`. */
export function freeName(prefix: "formula" | "rule", taken: readonly { name: string }[]): string {
  const names = new Set(taken.map(({ name }) => name));
  for (let number = 1; ; number += 1) if (!names.has(`${prefix}${number}`)) return `${prefix}${number}`;
}

const plainOrder = (query: Record<string, string> = {}) =>
  JSON.stringify(Object.entries(query).toSorted(([one], [other]) => one.localeCompare(other)));
/** True where both show the same. */
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
