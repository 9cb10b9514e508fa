/** True if two values are equal; lists and addresses are compared by content. */
export function sameValue(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

/** One of several changes of a record that `PUT {changes}` makes together. */
export type Change = { field: string; newValue: unknown; oldValue: unknown };
type Known = { readonly [name: string]: unknown };

/**
 * Returns the changes that turn `before` into `after`, of the named fields; those of `always` even if the value is the
 * same.
 */
export function changesOf(
  names: readonly string[],
  before: Known,
  after: Known,
  always: readonly string[] = [],
): Change[] {
  return names
    .filter((name) => always.includes(name) || !sameValue(before[name], after[name]))
    .map((field) => ({ field, newValue: after[field] ?? null, oldValue: before[field] ?? null }));
}
