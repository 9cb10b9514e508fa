import { useMemo } from "react";

/** Returns fixed filters without the undefined ones; the same object while the values are the same. */
export function useFixed(
  filters: Readonly<Record<string, string | number | undefined>>,
): Readonly<Record<string, string>> {
  const text = JSON.stringify(filters);
  return useMemo(
    () =>
      Object.fromEntries(
        Object.entries<string | number>(JSON.parse(text)).map(([name, value]) => [name, String(value)]),
      ),
    [text],
  );
}
