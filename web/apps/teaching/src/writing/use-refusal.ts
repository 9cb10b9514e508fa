import { ApiError } from "@staffroom/api";
import { showRefusal } from "@staffroom/ui";
import { useMemo, useRef, useState } from "react";
import { focusField } from "./missing";

/**
 * The refusal of a submit: its popup leads to the first field, and missing parts are marked until they are filled in.
 * `onRefused` is called with the first field.
 */
export function useRefusal(missing: readonly { field: string; text: string }[], onRefused?: (field: string) => void) {
  const form = useRef<HTMLDivElement>(null);
  const [isRefused, setRefused] = useState(false);
  const marked = useMemo(
    () => new Map(isRefused ? missing.map(({ field, text }) => [field, text]) : []),
    [isRefused, missing],
  );
  const refuse = (error: unknown): boolean => {
    const [first] = error instanceof ApiError ? Object.keys(error.fields) : [];
    if (first === undefined || !showRefusal(error, () => focusField(form.current, first))) return false;
    setRefused(true);
    onRefused?.(first);
    return true;
  };
  return { form, marked, refuse };
}
