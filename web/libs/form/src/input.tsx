import type { Field } from "@staffroom/contract";
import { labelSearch, RichText, zone } from "@staffroom/ui";
import { Checkbox, DatePicker, Input, Select, type InputProps } from "antd";
import dayjs from "dayjs";
import { AddressInput } from "./address-input";
import { FilesInput } from "./files-input";
import { useOptions } from "./options";
import { TableInput } from "./table-input";

export type FieldInputProps = {
  field: Field;
  /** The draft, as `toDraft` makes it. */
  value: unknown;
  onChange: (draft: unknown) => void;
  onBlur?: () => void;
  onEnter?: () => void;
  id: string;
  disabled?: boolean;
  invalid?: boolean;
  autoFocus?: boolean;
  describedBy?: string;
};

const inputKinds: Partial<Record<Field["type"], InputProps>> = {
  email: { type: "email", autoComplete: "off" },
  phone: { type: "tel", autoComplete: "off" },
  integer: { inputMode: "numeric" },
  decimal: { inputMode: "decimal" },
  money: { inputMode: "decimal" },
  percent: { inputMode: "decimal", suffix: "%" },
};

function SelectInput({ field, value, onChange, onBlur, id, disabled, invalid, autoFocus }: FieldInputProps) {
  const { options, loading } = useOptions(field, { chosen: value });
  const many = field.type === "multiselect";
  return (
    <Select
      id={id}
      aria-label={field.title}
      style={{ width: "100%" }}
      mode={many ? "multiple" : undefined}
      value={value === "" || value === null ? undefined : (value as string)}
      options={options as { value: string; label: string }[]}
      loading={loading}
      disabled={disabled}
      status={invalid ? "error" : undefined}
      allowClear={!field.required}
      autoFocus={autoFocus}
      showSearch={labelSearch}
      placeholder="Choose"
      onChange={(next: unknown) => onChange(next ?? (many ? [] : ""))}
      onBlur={onBlur}
    />
  );
}

function DateInput({ field, value, onChange, onBlur, id, disabled, invalid, autoFocus }: FieldInputProps) {
  const withTime = field.type === "datetime";
  const text = typeof value === "string" ? value : "";
  const shown = !text ? null : withTime ? dayjs.utc(text).tz(zone) : dayjs(text.slice(0, 10));
  return (
    <DatePicker
      id={id}
      aria-label={field.title}
      style={{ width: "100%" }}
      value={shown?.isValid() ? shown : null}
      format={withTime ? "DD/MM/YY HH:mm" : "DD/MM/YY"}
      showTime={withTime ? { format: "HH:mm", minuteStep: 5 } : false}
      disabled={disabled}
      status={invalid ? "error" : undefined}
      allowClear={!field.required}
      autoFocus={autoFocus}
      onBlur={onBlur}
      // Enter takes the day that was typed; it does not send the form around it.
      onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      onChange={(next) => {
        const day = Array.isArray(next) ? next[0] : next;
        if (!day) onChange("");
        // What stands in the picker is London time, whatever the machine's own zone.
        else if (withTime) onChange(dayjs.tz(day.format("YYYY-MM-DDTHH:mm:00"), zone).utc().format("YYYY-MM-DDTHH:mm:ss[Z]"));
        else onChange(day.format("YYYY-MM-DD"));
      }}
    />
  );
}

/** The control of one field of any type. */
export function FieldInput(props: FieldInputProps) {
  const { field, value, onChange, onBlur, onEnter, id, disabled, invalid, autoFocus, describedBy } = props;
  switch (field.type) {
    case "select":
    case "multiselect":
      return <SelectInput {...props} />;
    case "date":
    case "datetime":
      return <DateInput {...props} />;
    case "boolean":
      return (
        <Checkbox id={id} checked={value === true} disabled={disabled} onChange={(event) => onChange(event.target.checked)} aria-describedby={describedBy}>
          <span className="sr-visually-hidden">{field.title}</span>
        </Checkbox>
      );
    case "richtext":
      return <RichText id={id} label={field.title} value={String(value ?? "")} onChange={onChange} onBlur={onBlur} disabled={disabled} autoFocus={autoFocus} />;
    case "textarea":
      return (
        <Input.TextArea
          id={id}
          value={String(value ?? "")}
          autoSize={{ minRows: 3, maxRows: 12 }}
          disabled={disabled}
          status={invalid ? "error" : undefined}
          autoFocus={autoFocus}
          aria-describedby={describedBy}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      );
    case "address":
      return <AddressInput {...props} />;
    case "files":
      return <FilesInput {...props} />;
    case "table":
      return <TableInput {...props} />;
    default:
      return (
        <Input
          id={id}
          {...inputKinds[field.type]}
          {...(field.type === "money" && { prefix: field.currency === "EUR" ? "€" : "£" })}
          value={String(value ?? "")}
          disabled={disabled}
          status={invalid ? "error" : undefined}
          autoFocus={autoFocus}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          onPressEnter={onEnter}
        />
      );
  }
}
