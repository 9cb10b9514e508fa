import { useUser } from "@staffroom/api";
import { mayOpen, type Area, type OfRecords, type RecordData } from "@staffroom/contract";
import { createContext, useContext, useMemo } from "react";

const Areas = createContext<readonly Area[]>([]);

/** Provides the loaded areas to the pages of records; the shell renders it. */
export const AreasProvider = Areas.Provider;

/** The loaded areas. */
export const useAreas = (): readonly Area[] => useContext(Areas);

/** Returns the filters of a record's related rows; null if the record lacks one of their values. */
export function filtersOf(of: OfRecords, thing: string, record: RecordData): Record<string, string> | null {
  const filters = Object.entries(of[thing] ?? {}).map(([name, text]) => {
    const value = text.replace(/^\{(\w+)\}$/, (_, of: string) => String(record[of] ?? ""));
    return [name, value] as const;
  });
  return filters.length > 0 && filters.every(([, value]) => value !== "") ? Object.fromEntries(filters) : null;
}

type Declared = { of: OfRecords; roles?: readonly string[] };

/** Return the areas' declarations for a record and its reader, each with the filters that select the record's rows. */
export function useBelonging<T extends Declared>(
  select: (area: Area) => readonly T[],
  thing: string,
  record: RecordData,
): (T & { filters: Record<string, string> })[] {
  const areas = useAreas();
  const { roleIds } = useUser();
  return useMemo(
    () =>
      areas.flatMap(select).flatMap((one) => {
        const filters = mayOpen(one.roles, roleIds) ? filtersOf(one.of, thing, record) : null;
        return filters ? [{ ...one, filters }] : [];
      }),
    [areas, select, thing, record, roleIds],
  );
}
