import { createContext } from "react";

/** The missing parts that a refused submit has marked, by field. */
export const Marked = createContext<ReadonlyMap<string, string>>(new Map());

/** Focuses the control of a field, or its substitute. */
export function focusField(form: HTMLElement | null, field: string, looks = 40): void {
  const place = form?.querySelector<HTMLElement>(`[data-field="${field}"], [data-category="${field}"]`);
  // The toolbar of a text comes before it.
  const target = place?.querySelector<HTMLElement>("input, textarea, [contenteditable='true']");
  if (!target && looks > 0) {
    // The editor of a newly opened step is still loading.
    setTimeout(() => focusField(form, field, looks - 1), 50);
    return;
  }
  place?.scrollIntoView({ block: "center" });
  (target ?? place?.querySelector("button"))?.focus();
}
