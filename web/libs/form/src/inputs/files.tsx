import { Attachments } from "../fields/attachments";
import { checkCount, messages } from "../rules/rules";
import { countText, parseText, type FieldInputProps, type Kind } from "./kind";

type StoredFile = { id: number; name?: string };

/** Files of a record. */
export function FilesInput({ field, value, onChange, disabled }: FieldInputProps) {
  const stored = (Array.isArray(value) ? value : []).map((entry: number | StoredFile) =>
    typeof entry === "number" ? { id: entry } : entry,
  );
  return <Attachments files={stored} onChange={disabled ? undefined : onChange} upload={field.upload} />;
}

export const files: Kind = {
  Input: FilesInput,
  show: countText,
  draft: (value) => value,
  empty: [],
  // The record stores ids; the rest of the upload's response is for display.
  parse: (draft) =>
    Array.isArray(draft)
      ? draft.map((file: number | StoredFile) => (typeof file === "number" ? file : file.id))
      : parseText(draft),
  check: (draft, field) =>
    checkCount(Array.isArray(draft) ? draft.length : 1, field, messages.minFiles, messages.maxFiles),
  checkBlank: ({ min }) => (min ? messages.minFiles(min) : null),
  isWide: true,
  isReadInInput: true,
};
