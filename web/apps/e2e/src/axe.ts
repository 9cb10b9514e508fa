import type { JSHandle, Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

type Violation = { id: string; help: string; nodes: { target: unknown; failureSummary?: string }[] };
type Axe = { run: (where: { include: (string | Element)[] }, how: object) => Promise<{ violations: Violation[] }> };
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Rules that are left out. The first rule takes initials, a page's number or x² for words that the control's name
 * should repeat; names.ts distinguishes them. The second rule also requires a landmark around lists of options, which
 * are children of the body wherever they belong.
 */
const leftOut = ["label-content-name-mismatch", "region"];

/**
 * Returns the findings of axe on the current screen: in an element, in all elements of a selector, or everywhere; with
 * all rules of every impact.
 */
export async function faults(page: Page, within: string | JSHandle<Element> = "html"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const violations = await page.evaluate(
    async ({ at, without }) => {
      // Do not report passes: naming them takes longer than finding them.
      const how = {
        rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
        resultTypes: ["violations"],
        iframes: false,
      };
      return (await (window as unknown as { axe: Axe }).axe.run({ include: [at] }, how)).violations;
    },
    { at: within, without: leftOut },
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ target, failureSummary }) => `${String(target)} ${failureSummary ?? ""}`)
        .join(" | ")}`,
  );
}
