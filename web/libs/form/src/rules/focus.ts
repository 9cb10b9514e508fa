/** Focuses the control of a field, an input before a button, and so scrolls it into view. */
export function focusField(name: string, within: ParentNode = document): void {
  const field = [...within.querySelectorAll("[data-field]")].find((one) => one.getAttribute("data-field") === name);
  const control =
    field?.querySelector<HTMLElement>("input, textarea, [contenteditable]") ??
    field?.querySelector<HTMLElement>("button");
  control?.focus();
}
