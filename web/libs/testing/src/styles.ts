/** Declarations that a test can see: jsdom lays nothing out, and queries and clicks ask for these alone. */
const SEEN = /^\s*(display|visibility|pointer-events)\s*:/;
const RULE = /([^{}]*)\{([^{}]*)\}/g;
const seen = new Map<string, string>();

/** The rules of a style sheet with the declarations of `SEEN` alone. */
export function visibleStyles(css: string): string {
  let short = seen.get(css);
  if (short === undefined) {
    short = css.replace(RULE, (_, selector: string, body: string) => {
      const kept = body.split(";").filter((declaration) => SEEN.test(declaration));
      return kept.length ? `${selector}{${kept.join(";")}}` : "";
    });
    seen.set(css, short);
  }
  return short;
}

/**
 * Shortens the style sheets that antd writes. For each element that a query looks at, jsdom tries every rule and copies every declaration that applies, among
 * them hundreds of variables of the theme: a third of the time of all tests.
 */
export function shortenStyles(): void {
  const whole = new WeakMap<HTMLStyleElement, string>();
  const inner = Object.getOwnPropertyDescriptor(Element.prototype, "innerHTML") as PropertyDescriptor;
  Object.defineProperty(HTMLStyleElement.prototype, "innerHTML", {
    configurable: true,
    // antd compares what it would write with what it wrote.
    get(this: HTMLStyleElement) { return whole.get(this) ?? (inner.get as () => string).call(this); },
    set(this: HTMLStyleElement, css: string) {
      whole.set(this, css);
      (inner.set as (text: string) => void).call(this, visibleStyles(css));
    },
  });
}
