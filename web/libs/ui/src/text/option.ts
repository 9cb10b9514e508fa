import type { Column, Option, Row } from "@staffroom/contract";

/** Returns the option of a column's value, with the label that it has in this row. */
export function optionOf(column: Column, value: unknown, row: Row): Option | undefined {
  const option = column.options?.find((one) => one.value === value || String(one.value) === String(value));
  const flag = Object.keys(column.labels ?? {}).find((name) => row[name] === true);
  const label = flag && column.labels?.[flag]?.[String(value)];
  return option && label ? { ...option, label } : option;
}
