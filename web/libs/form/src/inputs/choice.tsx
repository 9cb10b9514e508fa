import type { Field, Option } from "@staffroom/contract";
import { Checkbox, Select } from "antd";
import { useOptions } from "../rules/options";
import { checkCount, messages } from "../rules/rules";
import { parseText, type FieldInputProps, type Kind } from "./kind";

function SelectInput({
  field,
  value,
  onChange,
  onBlur,
  id,
  disabled,
  invalid,
  autoFocus,
  opens,
  describedBy,
}: FieldInputProps) {
  const { options, loading, search, isCut } = useOptions(field, { chosen: value });
  const many = field.type === "multiselect";
  return (
    <Select
      id={id}
      aria-label={field.title}
      aria-describedby={describedBy}
      style={{ width: "100%" }}
      mode={many ? "multiple" : undefined}
      value={value === "" || value === null ? undefined : (value as string)}
      options={options as { value: string; label: string }[]}
      loading={loading}
      disabled={disabled}
      status={invalid ? "error" : undefined}
      allowClear={!field.required}
      autoFocus={autoFocus}
      defaultOpen={opens}
      showSearch={search}
      placeholder={isCut ? "Type to find" : "Choose"}
      onChange={(next: unknown) => onChange(next ?? (many ? [] : ""))}
      onBlur={onBlur}
    />
  );
}

function BoxInput({ field, id, value, onChange, disabled, describedBy }: FieldInputProps) {
  return (
    <Checkbox
      id={id}
      checked={value === true}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
      aria-describedby={describedBy}
    >
      <span className="sr-visually-hidden">{field.title}</span>
    </Checkbox>
  );
}

const labelOf = (options: readonly Option[], value: unknown) =>
  options.find((option) => option.value === value)?.label ??
  (value === null || value === undefined ? "" : String(value));

function Chosen({ field, value }: { field: Field; value: unknown }) {
  const { options } = useOptions(field, { chosen: value });
  return Array.isArray(value) ? value.map((entry) => labelOf(options, entry)).join(", ") : labelOf(options, value);
}

export const select: Kind = {
  Input: SelectInput,
  show: (value, field) => <Chosen field={field} value={value} />,
  draft: (value) => value,
  empty: "",
  parse: (draft) => parseText(draft, null),
  check: () => null,
  saves: "changed",
};

export const multiselect: Kind = {
  ...select,
  empty: [],
  parse: (draft) => draft ?? null,
  check: (draft, field) =>
    checkCount(Array.isArray(draft) ? draft.length : 1, field, messages.minEntries, messages.maxEntries),
  checkBlank: ({ min }) => (min ? messages.minEntries(min) : null),
  saves: undefined,
};

export const boolean: Kind = {
  Input: BoxInput,
  show: (value) => (value === true || value === "true" ? "Yes" : "No"),
  draft: (value) => value === true || value === "true",
  empty: false,
  parse: (draft) => draft ?? null,
  // An unticked box means no.
  isBlank: () => false,
  check: (draft, { agreement }) => (agreement && draft !== true ? messages.agreement : null),
  saves: "changed",
};
