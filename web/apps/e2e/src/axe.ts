import type { JSHandle, Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

type Violation = { id: string; help: string; impact?: string | null; nodes: { target: unknown; failureSummary?: string }[] };
type Axe = { run: (where: { include: (string | Element)[] }, how: object) => Promise<{ violations: Violation[] }> };
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Takes initials, a page's number or x² for words that the control's name should repeat; names.ts knows them apart. */
const symbols = "label-content-name-mismatch";

/**
 * What axe finds wrong on the screen as it stands, within an element, all that a selector names or everywhere: by the
 * rules named, else all of WCAG A and AA that is serious or worse.
 */
export async function faults(page: Page, rules?: readonly string[], within: string | JSHandle<Element> = "html"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const violations = await page.evaluate(
    async ({ runOnly, at }) => {
      // Passes are not asked for: to name each costs more than to find it.
      const how = { runOnly, resultTypes: ["violations"], iframes: false };
      return (await (window as unknown as { axe: Axe }).axe.run({ include: [at] }, how)).violations;
    },
    { runOnly: rules ? [...rules] : ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], at: within },
  );
  return violations
    .filter(({ id, impact }) => rules || (id !== symbols && (impact === "serious" || impact === "critical")))
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ target, failureSummary }) => `${String(target)} ${failureSummary ?? ""}`).join(" | ")}`);
}
