/**
 * Runs in the page: finds codes that only the program should use and that people should never see. A code (`partPaid`,
 * `sysAdmin`, `undefined`), a bare id in place of a name (`Organisation 5`, `Slip 5699`), or a day in another format
 * than DD/MM/YY. One sentence each.
 */
export function codesShown(): string[] {
  const code = /\b(?:[a-z]+[A-Z][A-Za-z]*|undefined|NaN|null|\[object \w+\]|Invalid Date)(?!\w)/g;
  const bareId =
    /\b(?:user|organisation|department|student|tutor|client|agent|candidate|invigilator|person|location|file|role|staff|slip|course|homework|event|exam|series|bill|claim|lead|template|report|record) #?\d+\b(?! of\b)/gi;
  /** Only the title of a slip has the full year (`teaching.md 2`). */
  const day = /\b\d{4}-\d{2}-\d{2}\b|(?<!, )\b\d{1,2}\/\d{1,2}\/\d{4}\b/g;
  /** The only role that is shown by its name (`platform.md 6`), and other words with that spelling. */
  const allowed = /^(?:sysAdmin|iPad|iPhone|eBook|kB|pH)$/;
  const typed = "pre, code, a[href^='mailto:'], .sr-rich, [contenteditable='true'], [data-typed]";

  const problems = new Set<string>();
  const check = (text: string, where: string) => {
    // Addresses of mail and of the web may look like anything; so may merge fields and the text of an error.
    const plain = text.replaceAll(
      /\S+@\S+|\bhttps?:\S+|\S+\.\w{2,4}\b|\{\{[\w.]+\}\}|Cannot read properties of \w+/g,
      " ",
    );
    for (const [word] of [...plain.matchAll(code), ...plain.matchAll(bareId), ...plain.matchAll(day)])
      if (!allowed.test(word)) problems.add(`${where} shows '${word}' in '${text.trim().slice(0, 80)}'`);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (
      !element ||
      !node.textContent?.trim() ||
      element.closest(`script, style, ${typed}`) ||
      !element.checkVisibility({ checkVisibilityCSS: true })
    )
      continue;
    const around = element.closest("[data-field], [aria-label], td, th, h1, h2, h3, p, li, dd, dt") ?? element;
    check(node.textContent, around.getAttribute("data-field") ?? around.tagName.toLowerCase());
  }
  for (const element of document.querySelectorAll("[title], [placeholder], [aria-label], [alt]")) {
    if (element.closest(typed) || !element.checkVisibility()) continue;
    for (const name of ["title", "placeholder", "aria-label", "alt"])
      check(element.getAttribute(name) ?? "", `a ${name}`);
  }
  return [...problems];
}
