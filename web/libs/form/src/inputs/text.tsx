import type { ContentType, Field } from "@staffroom/contract";
import { plainText, RichText, RichTextView, shownEmail } from "@staffroom/ui";
import { Input, type InputProps } from "antd";
import { checkContent, checkLength, checkRange, isBlank } from "../rules/rules";
import { parseText, type FieldInputProps, type Kind } from "./kind";

/** The one-line control of texts and numbers; `more` has the type's additional props for antd's input. */
export function lineInput(more: (field: Field) => InputProps = () => ({})) {
  return function LineInput({
    field,
    id,
    value,
    onChange,
    onBlur,
    disabled,
    invalid,
    autoFocus,
    describedBy,
  }: FieldInputProps) {
    return (
      <Input
        id={id}
        placeholder={field.placeholder}
        {...more(field)}
        value={String(value ?? "")}
        disabled={disabled}
        status={invalid ? "error" : undefined}
        autoFocus={autoFocus}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
    );
  };
}

function AreaInput({ id, value, onChange, onBlur, disabled, invalid, autoFocus, describedBy }: FieldInputProps) {
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
}

function RichInput({ field, id, value, onChange, onBlur, disabled, autoFocus }: FieldInputProps) {
  return (
    <RichText
      id={id}
      label={field.title}
      value={String(value ?? "")}
      onChange={onChange}
      onBlur={onBlur}
      disabled={disabled}
      autoFocus={autoFocus}
    />
  );
}

/** Checks a text's length, content and range; `usual` is the content of a field that names none. */
const checkText =
  (usual?: ContentType): Kind["check"] =>
  (draft, field) => {
    const entered = String(draft).trim();
    const length = checkLength(entered, field);
    if (length) return length;
    const content = field.content ?? usual;
    if (!content) return null;
    const problem = checkContent(content, entered);
    if (problem) return problem;
    return field.min === undefined && field.max === undefined
      ? null
      : checkRange(Number(entered), field.min, field.max);
  };

export const text: Kind = {
  Input: lineInput(),
  show: (value) => String(value),
  draft: (value) => value,
  empty: "",
  parse: (draft) => parseText(draft),
  check: checkText(),
};

export const email: Kind = {
  ...text,
  Input: lineInput(() => ({ type: "email", autoComplete: "off" })),
  draft: (value) => (typeof value === "string" ? shownEmail(value) : value),
  show: (value) => <a href={`mailto:${String(value)}`}>{shownEmail(String(value))}</a>,
  check: checkText("email"),
};

export const phone: Kind = {
  ...text,
  Input: lineInput(() => ({ type: "tel", autoComplete: "off" })),
  show: (value) => <a href={`tel:${String(value).replace(/\s/g, "")}`}>{String(value)}</a>,
  check: checkText("phone"),
};

export const textarea: Kind = { ...text, Input: AreaInput, isWide: true, saves: "rested" };

export const richtext: Kind = {
  ...text,
  Input: RichInput,
  show: (value) => <RichTextView html={String(value)} />,
  parse: (draft) => draft ?? null,
  // A video has no text but still counts as an entry.
  isBlank: (draft) =>
    typeof draft === "string" && !draft.includes("<iframe") ? plainText(draft) === "" : isBlank(draft),
  check: (draft, field) => checkLength(plainText(String(draft)), field),
  isWide: true,
  isWiderDialog: true,
  saves: "rested",
};
