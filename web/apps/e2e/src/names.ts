/**
 * Runs in the page: inputs without a label, controls without a name, and names that lack the visible text (WCAG 2.5.3:
 * users of speech input say what they see). One sentence each.
 */
export function misnamed(): string[] {
  const typed =
    "input:not([type='hidden']), textarea, select, [contenteditable='true'], [role='combobox'], [role='textbox']";
  const pressed =
    "a[href], button, summary, [role='button'], [role='tab'], [role='switch'], [role='menuitem'], [role='link']";
  const controls = `${typed}, .ant-select, .ant-picker`;
  /** Purely visual content: initials of a picture, the key of a shortcut, the mark of a required field. */
  const unsaid = "[aria-hidden='true'], .sr-visually-hidden";
  const normalized = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim();

  /**
   * Whether the digits of a count are being animated: old and new ones are there together, and the title has the final
   * value.
   */
  const rolls = (count: Element) =>
    count.querySelectorAll(".ant-scroll-number-only-unit").length >
    count.querySelectorAll(".ant-scroll-number-only").length;

  const contentOf = (element: Element, shownOnly: boolean): string => {
    let text = "";
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) text += node.textContent ?? "";
      if (!(node instanceof Element) || node.getAttribute("aria-hidden") === "true") continue;
      // A control inside a label has a name of its own.
      if (element instanceof HTMLLabelElement && node.matches(controls)) continue;
      if (shownOnly && (node.matches(unsaid) || !node.checkVisibility({ checkVisibilityCSS: true }))) continue;
      const label = shownOnly ? null : (node.getAttribute("aria-label") ?? node.getAttribute("alt"));
      const content = label ?? contentOf(node, shownOnly);
      // Each digit of a count is a separate element.
      text += ` ${node.matches(".ant-scroll-number") ? (rolls(node) && node.getAttribute("title")) || content.replaceAll(/\s/g, "") : content} `;
    }
    return text;
  };
  const labelsOf = (element: Element): HTMLLabelElement[] => [...((element as HTMLInputElement).labels ?? [])];
  const givenName = (element: Element): string => {
    const others = (element.getAttribute("aria-labelledby") ?? "")
      .split(/\s+/)
      .filter(Boolean)
      .map((id) => document.getElementById(id));
    const referred = others
      .map((other) => (other ? (other.getAttribute("aria-label") ?? contentOf(other, false)) : ""))
      .join(" ");
    return (
      referred.trim() ||
      element.getAttribute("aria-label")?.trim() ||
      labelsOf(element)
        .map((label) => contentOf(label, false))
        .join(" ")
    );
  };

  const problems = new Set<string>();
  const place = (element: Element) => {
    const around = element.closest("[data-field], [aria-label], tr, form, dialog, .ant-modal, .ant-drawer");
    const inside =
      around && around !== element
        ? ` in ${around.getAttribute("data-field") ?? around.getAttribute("aria-label") ?? around.tagName.toLowerCase()}`
        : "";
    return `${element.tagName.toLowerCase()}${element.id ? `#${element.id.replaceAll(/\W*r\w*\W*/g, "")}` : ""}${inside}`;
  };
  for (const element of document.querySelectorAll(`${typed}, ${pressed}`)) {
    if (
      element.closest("[inert], [aria-hidden='true'], .ant-table-measure-row") ||
      !element.checkVisibility({ checkVisibilityCSS: true })
    )
      continue;
    const isTyped = element.matches(typed);
    const given = normalized(givenName(element));
    const name =
      given || (isTyped ? "" : normalized(`${contentOf(element, false)} ${element.getAttribute("title") ?? ""}`));
    if (!name) {
      problems.add(isTyped ? `${place(element)} has no label` : `${place(element)} has no name`);
      continue;
    }
    const shown = normalized(
      isTyped
        ? labelsOf(element)
            .filter((label) => !label.matches(unsaid))
            .map((label) => contentOf(label, true))
            .join(" ")
        : contentOf(element, true),
    );
    if (shown && !` ${name} `.includes(` ${shown} `))
      problems.add(`${element.tagName.toLowerCase()} is named '${name}' and shows '${shown}'`);
  }
  return [...problems];
}
