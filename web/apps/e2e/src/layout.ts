import type { Page } from "@playwright/test";
import { everything } from "./sizes";

/**
 * The problems of a screen, one sentence each, and its parts: for each its kind and its controls, one per line.
 */
type Sight = { problems: string[]; parts: string[] };

/**
 * Runs in the page, so that one call a width answers everything: waits until the screen is at rest, then checks its
 * layout.
 */
async function look(): Promise<Sight> {
  // A page that has nothing to draw may get no animation frame.
  const frame = () =>
    Promise.race([new Promise((done) => requestAnimationFrame(done)), new Promise((done) => setTimeout(done, 250))]);
  const moves = () =>
    document
      .getAnimations()
      .some((one) => one.playState === "running" && one.effect?.getTiming().iterations !== Infinity);
  const isLate = () => {
    const [path = "", query = ""] = location.hash.slice(1).split("?");
    const place = document.querySelector("main[data-path]")?.getAttribute("data-path");
    return (
      (place !== undefined && place !== null && place !== decodeURI(path)) ||
      [...document.querySelectorAll(".sr-list [data-view]")].some((list) => list.getAttribute("data-view") !== query)
    );
  };
  const busy = () =>
    [...document.querySelectorAll("[aria-busy='true'], .ant-skeleton, .ant-spin-spinning")].find((one) =>
      one.checkVisibility(),
    );
  // A menu follows its button, which a new size may have moved out of view.
  document.querySelector(".ant-dropdown-open, .ant-popover-open")?.scrollIntoView({ block: "nearest" });
  const deadline = Date.now() + 60_000;
  // A new size is drawn in the next frame, and its consequences in the one after.
  for (let calm = 0; calm < 2; calm += 1) {
    await frame();
    if (isLate() || busy() || moves()) calm = -1;
    if (Date.now() > deadline)
      throw new Error(
        `Not at rest: ${isLate() ? "another address" : (busy()?.outerHTML.slice(0, 200) ?? "something moves")}`,
      );
  }

  const smallestTarget = 24;
  const smallestText = 12;
  const slack = 2;
  type Box = { left: number; top: number; right: number; bottom: number };
  type Piece = { element: Element; name: string; box: Box; seen: Box | null };
  const problems = new Set<string>();
  const interactive = [
    "a[href]",
    "button",
    "input:not([type='hidden'])",
    "select",
    "textarea",
    "[contenteditable='true']",
    "[role='button']",
    "[role='tab']",
    "[role='switch']",
    "[role='option']",
    "[role='menuitem']",
    "[tabindex='0']",
  ].join();
  /** The whole target that a person aims at, if the control itself is a part of it. */
  const wholes =
    ".ant-select, .ant-picker, .ant-input-affix-wrapper, .ant-input-number, .ant-checkbox-wrapper, .ant-radio-wrapper, label, .ant-tabs-tab, .ant-upload";
  /** Moved by script, not by the browser; its hidden content can be scrolled to. */
  const scrolledByScript = ".ant-table-header, .ant-table-tbody-virtual-holder, .ant-tabs-nav-wrap";

  const overlays = [
    ...document.querySelectorAll(
      "dialog[open], .ant-modal-wrap, .ant-drawer, .ant-popover, .ant-dropdown, .fin-editor",
    ),
  ].filter(
    (one) =>
      one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && one.getBoundingClientRect().width > 0,
  );
  const top = overlays.at(-1) ?? document.body;

  const boxOf = (rect: Box): Box => ({ left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom });
  const meet = (one: Box, other: Box): Box => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const width = (box: Box) => box.right - box.left;
  const height = (box: Box) => box.bottom - box.top;
  const isEmpty = (box: Box) => width(box) <= 0 || height(box) <= 0;
  /** Computes this once per element: a screen has hundreds of boxes in the same dozen containers. */
  const once = <T>(ask: (element: Element) => T) => {
    const answers = new Map<Element, T>();
    return (element: Element): T => {
      const answer = answers.get(element) ?? ask(element);
      answers.set(element, answer);
      return answer;
    };
  };
  const styleOf = once((element) => getComputedStyle(element));
  const clips = (value: string) => value === "hidden" || value === "clip";
  const scrolls = (value: string) => value === "auto" || value === "scroll";

  const isShown = (element: Element) =>
    element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
    !element.closest("[inert], [aria-hidden='true'], .sr-visually-hidden, .sr-skip, .ant-table-measure-row");

  const nameOf = (element: Element): string => {
    const label =
      element.getAttribute("aria-label") ??
      (element as HTMLInputElement).labels?.[0]?.textContent ??
      element.textContent ??
      "";
    // One row stands for all rows of a list.
    if (element.closest(".ant-table-row"))
      return `${element.tagName.toLowerCase()} of a row '${label.trim().split(/\s/, 1)[0] ?? ""}'`;
    const text =
      label.replace(/\s+/g, " ").trim().slice(0, 40) ||
      element.getAttribute("placeholder") ||
      element.id ||
      String(element.className).slice(0, 40);
    return `${element.tagName.toLowerCase()} '${text}'`;
  };

  /** How a container clips, scrolls and shortens the boxes inside it. */
  const containerOf = once((element) => {
    const { overflowX, overflowY, position, textOverflow } = styleOf(element);
    const byScript =
      element.matches(scrolledByScript) || !!element.parentElement?.matches(".ant-table-tbody-virtual-holder");
    return {
      area: boxOf(element.getBoundingClientRect()),
      // Words that end in three dots are shortened on purpose.
      isFixed: position === "fixed",
      isShortened: textOverflow === "ellipsis",
      isShut: overflowX !== "visible" || overflowY !== "visible",
      clipsX: clips(overflowX),
      clipsY: clips(overflowY),
      scrollsX: byScript || scrolls(overflowX),
      scrollsY: byScript || scrolls(overflowY),
    };
  });
  const classOf = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute("class")?.split(" ", 1)[0] ?? ""}`;

  /** The part of a box that its ancestors show, and whether something cuts it off permanently. */
  const reach = (
    element: Element,
    whole: Box,
    first: Element | null = element.parentElement,
  ): { seen: Box | null; cut: string | null } => {
    let seen = whole;
    let shown = whole;
    let cut: string | null = null;
    let [canScrollX, canScrollY] = [false, false];
    const isControl = element.matches("button, input");
    for (let around = styleOf(element).position === "fixed" ? null : first; around; around = around.parentElement) {
      const { area, isFixed, isShortened, isShut, clipsX, clipsY, scrollsX, scrollsY } = containerOf(around);
      canScrollX ||= scrollsX;
      canScrollY ||= scrollsY;
      if (isShortened && !isControl) shown = meet(shown, area);
      else if (!cut && around !== document.body) {
        if (clipsX && !canScrollX && (shown.right > area.right + slack || shown.left < area.left - slack))
          cut = `cut off sideways by ${classOf(around)}`;
        if (clipsY && !canScrollY && (shown.bottom > area.bottom + slack || shown.top < area.top - slack))
          cut = `cut off above or below by ${classOf(around)}`;
      }
      if (isShut) seen = meet(seen, area);
      if (isFixed) break;
    }
    const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    if (!cut && !canScrollX && (shown.right > innerWidth + slack || shown.left < -slack)) cut = "outside of the window";
    if (!cut && !canScrollY && (shown.bottom > innerHeight + slack || shown.top < -slack))
      cut = "above or below the window";
    seen = meet(seen, view);
    return { seen: isEmpty(seen) ? null : seen, cut };
  };

  // Blocks are one below the other and share only their width, so that each is a part. The content of rows differs
  // between records.
  const blocks = ".sr-page-header, .ant-tabs-nav, .ant-collapse-item, .sr-panel";
  const screens = top === document.body ? [...document.querySelectorAll(".sr-menu, main")] : [top];
  const partOf = (element: Element, screen: Element) => {
    let part = screen;
    for (let around: Element | null = element; around && around !== screen; around = around.parentElement)
      if (around.matches(blocks)) part = around;
    return part;
  };
  const contents = new Map<Element, Set<string>>();
  // An element that is named by all of its content, or by its record, has another name on each screen.
  const named = (one: Element) =>
    one.matches("a[href*='/']") && /\d/.test(one.getAttribute("href") ?? "") ? "a record" : nameOf(one);
  for (const screen of screens.length ? screens : [top]) {
    for (const one of [screen, ...screen.querySelectorAll(`${blocks}, ${interactive}, th, h2, h3`)]) {
      if (one.closest(".ant-table-row, tbody, .ProseMirror") || one.matches("[role='tabpanel'], [role='menu']"))
        continue;
      const part = partOf(one, screen);
      const lines = contents.get(part) ?? new Set<string>();
      contents.set(
        part,
        one === part || one.matches(blocks) ? lines : lines.add(`${one.tagName} ${named(one)}`.replace(/\d+/g, "#")),
      );
    }
  }
  const parts = [...contents].map(([part, lines]) => {
    // If there is no button and no other part: the tags that it consists of.
    const content =
      lines.size || part.querySelector(blocks)
        ? lines
        : new Set([...part.querySelectorAll(":not(tbody *)")].map(classOf));
    return [`${classOf(part)} in ${classOf(top)}`, ...[...content].toSorted()].join("\n");
  });

  const controls: Piece[] = [];
  const small: Piece[] = [];
  const done = new Set<Element>();
  for (const element of top.querySelectorAll(interactive)) {
    const whole = element.closest(wholes) ?? element;
    if (done.has(whole) || !isShown(whole) || element.matches(":disabled[tabindex='-1']")) continue;
    // A region that handles the keys of its content is not a target itself.
    if (
      element.getAttribute("tabindex") === "0" &&
      !element.matches("a, button, input, [role]:not([role='region']):not([role='group']):not([role='tabpanel'])")
    )
      continue;
    if (element.matches("[role='tabpanel'], [role='region'], main")) continue;
    done.add(whole);
    const box = boxOf(whole.getBoundingClientRect());
    if (isEmpty(box)) continue;
    const { seen, cut } = reach(whole, box);
    const name = nameOf(element);
    if (cut) problems.add(`${name} is ${cut}`);
    // A link within a text has the height of its line.
    const inline = whole.matches("a") && styleOf(whole).display === "inline";
    const amongWords =
      inline &&
      [...(whole.parentElement?.childNodes ?? [])].some(
        (node) => node !== whole && node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
    if (!amongWords && Math.min(width(box), height(box)) < smallestTarget - 0.5)
      small.push({ element: whole, name, box, seen });
    controls.push({ element: whole, name, box, seen });
  }

  const texts: Piece[] = [];
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.replace(/\s+/g, " ").trim();
    if (!element || !text || element.closest("script, style, noscript, svg, canvas, iframe") || !isShown(element))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].map(boxOf).filter((box) => !isEmpty(box));
    if (lines.length && Number.parseFloat(styleOf(element).fontSize) < smallestText)
      problems.add(`text '${text.slice(0, 40)}' is ${styleOf(element).fontSize} high`);
    // Compare line by line: a link may begin on the line where the previous one ends.
    for (const box of lines) {
      const { seen } = reach(element, box, element);
      // The letters, without the space around them.
      if (seen)
        texts.push({
          element,
          name: `text '${text.slice(0, 40)}'`,
          box,
          seen: { ...seen, top: seen.top + 3, bottom: seen.bottom - 3 },
        });
    }
  }

  const related = (one: Element, other: Element) => one.contains(other) || other.contains(one);
  /** Pinned columns cover those that scroll below them. */
  const pinned = (element: Element) =>
    element.closest(
      ".ant-table-cell-fix, .ant-table-cell-fix-start, .ant-table-cell-fix-end, .ant-table-tbody-virtual-scrollbar, .ec-header, .ec-sidebar",
    );
  const overlap = (one: Piece, other: Piece) => {
    if (!one.seen || !other.seen) return;
    const common = meet(one.seen, other.seen);
    // Few of the thousands of pairs overlap.
    if (
      width(common) <= slack ||
      height(common) <= slack ||
      related(one.element, other.element) ||
      pinned(one.element) ||
      pinned(other.element)
    )
      return;
    const at = document.elementFromPoint((common.left + common.right) / 2, (common.top + common.bottom) / 2);
    // Something else covers both, or neither is drawn there.
    if (!at || !(related(at, one.element) || related(at, other.element))) return;
    problems.add(`${one.name} and ${other.name} overlap`);
  };
  for (const [place, one] of controls.entries()) {
    for (const other of controls.slice(place + 1)) overlap(one, other);
    for (const text of texts) overlap(one, text);
  }
  const headings = texts.filter(({ element }) =>
    element.closest("h1, h2, h3, .ant-drawer-title, .ant-modal-title, .sr-top-title"),
  );
  for (const one of headings) for (const other of texts) overlap(one, other);

  for (const { element, name, seen, box } of controls) {
    // Content that is partly scrolled away is half covered by fixed elements.
    if (!seen || width(seen) < width(box) - slack || height(seen) < height(box) - slack || pinned(element)) continue;
    const at = document.elementFromPoint((seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2);
    if (at && !related(at, element) && !pinned(at) && !at.closest("label")?.contains(element))
      problems.add(`${name} lies under ${nameOf(at)}`);
  }

  for (const one of [
    document.documentElement,
    ...document.querySelectorAll("main, .ant-drawer-body, .ant-modal-body, .fin-editor-body"),
  ]) {
    if (one.scrollWidth > one.clientWidth + 1 && styleOf(one).overflowX !== "visible" && isShown(one)) {
      problems.add(
        `${one === document.documentElement ? "the page" : one.tagName.toLowerCase() + (one.className ? `.${String(one.className).split(" ")[0]}` : "")} scrolls sideways by ${one.scrollWidth - one.clientWidth} px`,
      );
    }
  }
  // Last, because it scrolls: an element that is drawn small may take clicks from around it.
  for (const { element, name } of small) {
    // Test the middle: at the border of a scroll container, half of it is outside.
    element.scrollIntoView({ block: "center", inline: "center" });
    const box = boxOf(element.getBoundingClientRect());
    const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
    const takes = (x: number, y: number) => {
      const at = document.elementFromPoint(x, y);
      return !!at && element.contains(at);
    };
    const half = smallestTarget / 2 - 1;
    const isWide =
      width(box) >= smallestTarget - 0.5 || (takes(middle.x - half, middle.y) && takes(middle.x + half, middle.y));
    const isHigh =
      height(box) >= smallestTarget - 0.5 || (takes(middle.x, middle.y - half) && takes(middle.x, middle.y + half));
    if (!(isWide && isHigh))
      problems.add(`${name} is a target of ${Math.round(width(box))} × ${Math.round(height(box))} px`);
  }
  return { problems: [...problems], parts };
}

/** The widths that every screen supports; the smallest and the largest if each screen is checked once. */
export const widths: readonly number[] = everything ? [1440, 1280, 820, 390] : [1440, 390];
/**
 * Widths for overlays: a tablet that is rotated while it is open, and a phone; in one direction on the way down, in the
 * other on the way up.
 */
export const turned: readonly number[] = everything ? [1180, 820, 390] : [1180, 390];
/** The width at which nothing is folded. */
export const widest = 1440;
const heights: Record<number, number> = { 1440: 900, 1280: 720, 1180: 820, 820: 1180, 390: 844 };

/** Faults by their text, each with the places and widths at which they appeared. */
export class Faults {
  private readonly met = new Map<string, Map<string, Set<number>>>();

  add(place: string, width: number, problem: string): void {
    const places = this.met.get(problem) ?? new Map<string, Set<number>>();
    this.met.set(problem, places.set(place, (places.get(place) ?? new Set()).add(width)));
  }

  list(): string[] {
    return [...this.met].map(([problem, places]) => {
      const [[place, widthsMet] = ["", new Set<number>()]] = places;
      const more = places.size > 1 ? ` and on ${places.size - 1} more` : "";
      return `${problem}, on ${place} at ${[...widthsMet].join(", ")} px${more}`;
    });
  }
}

export const resize = (page: Page, width: number): Promise<void> =>
  page.setViewportSize({ width, height: heights[width] ?? 800 });

/** Checks the screen at each width, without reloading it, and its parts at all widths. */
export async function lookAt(page: Page, place: string, faults: Faults, at: readonly number[]): Promise<string[]> {
  const parts: string[] = [];
  for (const width of at) {
    await resize(page, width);
    let sight = await page.evaluate(look);
    if (sight.problems.length) {
      // A popup follows its button shortly after the window has changed, so only a lasting fault counts.
      await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
      sight = await page.evaluate(look);
    }
    for (const problem of sight.problems) faults.add(place, width, problem);
    parts.push(...sight.parts);
  }
  return parts;
}
