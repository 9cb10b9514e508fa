import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** Declarations that a test can see: jsdom lays nothing out, and queries and clicks ask for these alone. */
const SEEN = /^\s*(?:display\s*:\s*none|(?:visibility|pointer-events)\s*:)/;
const RULE = /([^{}]*)\{([^{}]*)\}/g;

/** The rules of a style sheet with the declarations of `SEEN` alone. */
export function visibleStyles(css: string): string {
  return css.replace(RULE, (_, selector: string, body: string) => {
    const kept = body.split(";").filter((declaration) => SEEN.test(declaration));
    return kept.length ? `${selector}{${kept.join(";")}}` : "";
  });
}

const antd = visibleStyles(readFileSync(createRequire(import.meta.url).resolve("antd/dist/antd.css"), "utf8"));

/**
 * Adds antd's style sheet to the page of a test, as far as a test can see it. For each element that a query looks at,
 * jsdom tries every rule and copies every declaration that applies: the whole sheet would take most of the time of the
 * tests.
 */
export function addStyles(): void {
  const style = document.createElement("style");
  style.append(antd);
  document.head.append(style);
}
