/** Whether two values of the wire are the same, lists and addresses by what they hold. */
export function sameValue(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
