import { seldomChanged, useApi } from "@staffroom/api";
import type { Field, FieldSection } from "@staffroom/contract";
import { useMemo } from "react";
import type { Declared, Part } from "../rules/conditions";

/**
 * Returns the declared fields of a thing by name, or of one of its sections, and what its moves check: `/invoice` has
 * them at `/invoice/fields`.
 */
export function useFields(thing: string, section?: string) {
  const answer = useApi<{ sections: FieldSection[]; parts?: Part[]; checks?: string[] }>(`${thing}/fields`, undefined, {
    staleTime: seldomChanged,
  });
  const { data } = answer;
  const fields = useMemo<ReadonlyMap<string, Field>>(
    () =>
      new Map(
        data?.sections
          .filter(({ name }) => !section || name === section)
          .flatMap(({ fields: some }) => some)
          .map((field) => [field.name, field]),
      ),
    [data, section],
  );
  const declared = useMemo<Declared>(
    () => ({ fields, parts: data?.parts ?? [], checks: data?.checks ?? [] }),
    [fields, data],
  );
  return { ...answer, fields, declared };
}
