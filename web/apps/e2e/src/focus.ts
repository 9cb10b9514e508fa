/**
 * Runs in the page: finds controls of an element that look the same with and without the keyboard's focus. One
 * sentence each. The focused element keeps the focus.
 */
export async function focusUnseen(top: Element = document.documentElement): Promise<string[]> {
  const properties = [
    "outlineStyle",
    "outlineWidth",
    "outlineColor",
    "boxShadow",
    "borderTopColor",
    "borderBottomColor",
    "backgroundColor",
    "color",
    "textDecorationLine",
    "opacity",
  ] as const;
  const problems = new Set<string>();
  const before = document.activeElement as HTMLElement | null;
  const controls = top.querySelectorAll<HTMLElement>(
    "a[href], button:not(:disabled), input:not([type='hidden']):not(:disabled), textarea:not(:disabled), [tabindex='0'], [contenteditable='true']",
  );
  const seen = (element: Element) => {
    const parts: Element[] = [];
    // The frame of a control may be around it, or next to it as the box that is drawn for it.
    for (let part: Element | null = element; part && parts.length < 4; part = part.parentElement) parts.push(part);
    return [...parts, ...parts.slice(0, 2).flatMap((part) => [...part.children].slice(0, 8))]
      .flatMap((part) => {
        const style = getComputedStyle(part);
        const after = getComputedStyle(part, "::after");
        return [...properties.map((name) => style[name]), after.outlineStyle, after.boxShadow, after.borderTopColor];
      })
      .join("|");
  };
  // Some controls are drawn with the focus by a class, which their component adds and removes shortly afterwards.
  const moment = () => new Promise((done) => setTimeout(done, 60));
  before?.blur();
  await moment();
  const kinds = new Set<string>();
  for (const control of controls) {
    if (
      !control.checkVisibility({ checkVisibilityCSS: true, checkOpacity: false }) ||
      control.tabIndex < 0 ||
      control.closest("[aria-hidden='true'], [inert]")
    )
      continue;
    // A row of a list is drawn like the others.
    const kind = `${control.tagName} ${control.className} ${control.parentElement?.className ?? ""}`;
    if (kinds.has(kind)) continue;
    kinds.add(kind);
    (document.activeElement as HTMLElement | null)?.blur();
    const without = seen(control);
    control.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
    if (seen(control) === without) await moment();
    if (document.activeElement === control && seen(control) === without)
      problems.add(
        `${control.tagName.toLowerCase()} '${control.getAttribute("aria-label") ?? control.textContent?.trim().slice(0, 40) ?? ""}' (${control.className}) shows no focus`,
      );
  }
  (document.activeElement as HTMLElement | null)?.blur();
  before?.focus({ preventScroll: true });
  return [...problems];
}
