const kinds = ["mousedown", "mouseup", "click", "dblclick"] as const;
const longest = 600;

/** Ignores the second half of a habitual double click, which would press what the first half opened. */
export function ignoreSecondClick(): void {
  const stop = (event: MouseEvent) => {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  };
  for (const kind of kinds) window.addEventListener(kind, stop, true);
  setTimeout(() => kinds.forEach((kind) => window.removeEventListener(kind, stop, true)), longest);
}
