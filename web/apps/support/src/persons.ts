import { personPaths } from "@staffroom/contract";

/** Filters of each kind of person, by the path of their records. */
export function ofPersons(filters: (kind: string) => Record<string, string>): Record<string, Record<string, string>> {
  return Object.fromEntries(Object.entries(personPaths).map(([kind, path]) => [path, filters(kind)]));
}
