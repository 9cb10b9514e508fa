import type { JSHandle, Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

type Violation = { id: string; help: string; nodes: { target: unknown; failureSummary?: string }[] };
type Axe = { run: (where: { include: (string | Element)[] }, how: object) => Promise<{ violations: Violation[] }> };
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Rules that are left out. The first takes initials, a page number or x² for words that the control's name should
 * repeat; names.ts distinguishes them. The second also requires a landmark around a dropdown list, which is always
 * attached to the body.
 */
const leftOut = ["label-content-name-mismatch", "region"];

/**
 * Returns axe's findings on the present screen, within an element, for all that match a selector, or everywhere: by all
 * of its rules, of any impact.
 */
export async function faults(page: Page, within: string | JSHandle<Element> = "html"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const violations = await page.evaluate(
    async ({ at, without }) => {
      // Passes are not requested: naming each costs more than finding it.
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
