type RowAddress = {
  /** The parameter with the id of a row that opens over its list. */
  opens?: string;
  /** Returns the address of a row, `/students/{id}`. */
  target: string | ((row: Record<string, unknown>) => string | null) | undefined;
  pathname: string;
  parameters: string;
};

/** Returns the address of each row, null for a row without one; undefined if rows have none. */
export function addressIn({
  opens,
  target,
  pathname,
  parameters,
}: RowAddress): ((row: Record<string, unknown>) => string | null) | undefined {
  if (opens) {
    return (row) => {
      const named = new URLSearchParams(parameters);
      named.set(opens, String(row.id));
      return `${pathname}?${named.toString()}`;
    };
  }
  if (typeof target === "function") return target;
  return target ? (row) => (isFilled(target, row) ? fillPath(target, row) : null) : undefined;
}

/** True if a row has every value that its address contains. */
export const isFilled = (path: string, row: Record<string, unknown>): boolean =>
  [...path.matchAll(/\{(\w+)\}/g)].every(([, name = ""]) => row[name] !== null && row[name] !== undefined);

/** Fills `/students/{id}` with the row's values. */
export function fillPath(path: string, row: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(row[name] ?? "")));
}
