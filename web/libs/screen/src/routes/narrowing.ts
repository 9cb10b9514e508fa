import { useAddress } from "@staffroom/ui";

/**
 * The values by which the address narrows figures; empty is no limit. A change replaces the address: Back leaves the
 * screen.
 */
export function useNarrowing<Name extends string>(
  names: readonly Name[],
): [Record<Name, string>, (change: Partial<Record<Name, string>>) => void] {
  const [address, change] = useAddress();
  const narrowing = Object.fromEntries(names.map((name) => [name, address.get(name) ?? ""])) as Record<Name, string>;
  const narrow = (changed: Partial<Record<Name, string>>) =>
    change(
      (before) => {
        for (const [name, value] of Object.entries<string | undefined>(changed)) {
          if (value) before.set(name, value);
          else before.delete(name);
        }
        return before;
      },
      { replace: true },
    );
  return [narrowing, narrow];
}

/** The range of days of a narrowing as the filter `date` of a list; nothing where it has none. */
export const daysFilter = (date: string, { from, to }: { from: string; to: string }): Record<string, string> =>
  from || to ? { [date]: `${from}..${to}` } : {};
