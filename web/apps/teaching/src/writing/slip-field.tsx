import { EditableField, ReadField, useFields, useRecordSaved } from "@staffroom/form";
import { invalidate } from "@staffroom/api";
import type { Slip } from "../types";

export const pathOf = (slip: Slip) => `/slip/${slip.id}`;
const listsChange = () => void invalidate("/slips");
export const useSlipSaved = (slip: Slip) => useRecordSaved(pathOf(slip), listsChange);

/** `values`: the options that this slip has, where it has not all. */
type Props = { slip: Slip; name: keyof Slip & string; title?: string; help?: string; values?: readonly string[] };

/** A field of the slip: written where the caller may, read otherwise; nothing where they do not see it. */
export function SlipField({ slip, name, title, help, values }: Props) {
  const declared = useFields("/slip").fields.get(name);
  const saved = useSlipSaved(slip);
  if (!declared || !(name in slip)) return null;
  const options = values ? declared.options?.filter(({ value }) => values.includes(String(value)) || value === slip[name]) : declared.options;
  const field = { ...declared, title: title ?? declared.title, help: help ?? declared.help, options };
  return slip.may.edit.includes(name)
    ? <EditableField field={field} path={pathOf(slip)} value={slip[name]} onSaved={saved} debounce />
    : <ReadField field={field} path={pathOf(slip)} value={slip[name]} />;
}
