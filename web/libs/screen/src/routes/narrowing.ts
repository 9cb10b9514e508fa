import { useAddress } from "@staffroom/ui";

/**
 * The values by which the address narrows figures; an empty one sets no limit, and null or "" removes one. A change replaces the address, so that
 * Back leaves the screen.
 */
export function useNarrowing<Name extends string>(
  names: readonly Name[],
): [Record<Name, string>, (change: Partial<Record<Name, string | null>>) => void] {
  const [address, change] = useAddress();
  const narrowing = Object.fromEntries(names.map((name) => [name, address.get(name) ?? ""])) as Record<Name, string>;
  const narrow = (changed: Partial<Record<Name, string | null>>) => change(changed, { replace: true });
  return [narrowing, narrow];
}

/** Returns a narrowing's range of days as the list's filter `date`; nothing if it has none. */
export const daysFilter = (date: string, { from, to }: { from: string; to: string }): Record<string, string> =>
  from || to ? { [date]: `${from}..${to}` } : {};
