import type { Field, Option } from "@staffroom/contract";
import { useOptions } from "@staffroom/form";
import { useCallback, useEffect, useState, type ReactNode } from "react";
import type { GridColumn } from "../model/types";

function Loader({ field, onOptions }: { field: Field; onOptions: (name: string, options: Option[]) => void }) {
  const { options } = useOptions(field);
  useEffect(() => onOptions(field.name, options), [field.name, options, onOptions]);
  return null;
}

/** The options that the server lists for columns, by column name, and the component that loads them. */
export function useColumnOptions<Row>(columns: readonly GridColumn<Row>[]): {
  optionsOf: (name: string) => Option[] | undefined;
  loaders: ReactNode;
} {
  const [served, setServed] = useState<Readonly<Record<string, Option[]>>>({});
  const keep = useCallback(
    (name: string, options: Option[]) =>
      setServed((now) => (now[name] === options ? now : { ...now, [name]: options })),
    [],
  );
  const optionsOf = useCallback((name: string) => served[name], [served]);
  const asking = columns.flatMap(({ name, field }) =>
    typeof field === "object" && field.optionsFrom && !field.options?.length ? [{ ...field, name }] : [],
  );
  return { optionsOf, loaders: asking.map((field) => <Loader key={field.name} field={field} onOptions={keep} />) };
}
