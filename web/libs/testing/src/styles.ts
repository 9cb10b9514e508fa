import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** Declarations that matter to a test: jsdom has no layout, and only these affect queries and clicks. */
const SEEN = /^\s*(?:display\s*:\s*none|(?:visibility|pointer-events)\s*:)/;
const RULE = /([^{}]*)\{([^{}]*)\}/g;

/** Returns the rules of a style sheet with only the declarations in `SEEN`. */
export function visibleStyles(css: string): string {
  return css.replace(RULE, (_, selector: string, body: string) => {
    const kept = body.split(";").filter((declaration) => SEEN.test(declaration));
    return kept.length ? `${selector}{${kept.join(";")}}` : "";
  });
}

const antd = visibleStyles(readFileSync(createRequire(import.meta.url).resolve("antd/dist/antd.css"), "utf8"));

/**
 * Adds antd's style sheet to a test's page, reduced to what tests can see. For each element that a query checks, jsdom
 * tries every rule and copies every declaration that applies: the whole sheet would take most of the tests' time.
 */
export function addStyles(): void {
  const style = document.createElement("style");
  style.append(antd);
  document.head.append(style);
}
