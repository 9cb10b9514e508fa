/** Focuses the control of a field, which is then scrolled into sight: what is typed into, or else its button. */
export function focusField(name: string, within: ParentNode = document): void {
  const field = [...within.querySelectorAll("[data-field]")].find((one) => one.getAttribute("data-field") === name);
  const control =
    field?.querySelector<HTMLElement>("input, textarea, [contenteditable]") ??
    field?.querySelector<HTMLElement>("button");
  control?.focus();
}
