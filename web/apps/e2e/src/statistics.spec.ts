import type { Page } from "@playwright/test";
import { faults } from "./axe";
import { arriveAt, choose, dialog, expect, heading, openAs, rowsOf, settled, test } from "./fixtures";

/** The number of rows that a list states. */
const rows = async (page: Page) => {
  await settled(page);
  return Number((await page.getByTestId("range").textContent())?.split(" of ").at(-1)?.replace(/\D/g, ""));
};

for (const width of [1440, 390]) {
  test.describe(`at ${width}`, () => {
    test.use({ viewport: { width, height: width > 600 ? 900 : 844 } });

    test("a figure of the statistics leads to the rows that it counts", async ({ page }) => {
      const follow = async (route: string, of: string, table: string, leadsTo: string) => {
        // Other stories begin and move slips in the meantime: compare the counts again.
        await test.step(`${route}, ${table}`, () =>
          expect(async () => {
            await arriveAt(page, route);
            await expect(heading(page, of)).toBeVisible();
            const line = page
              .getByRole("table", { name: table, exact: true })
              .getByRole("row")
              .filter({ has: page.getByRole("button").or(page.getByRole("link")) })
              .first();
            await expect(line).toBeVisible();
            const count = Number(((await line.locator(".num").first().textContent()) ?? "").replace(/\D/g, ""));
            expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
            expect.soft(await faults(page, "main"), route).toEqual([]);
            await line.getByRole("button").or(line.getByRole("link")).first().click();
            await expect(heading(page, leadsTo)).toBeVisible();
            expect(await rows(page)).toBe(count);
          }).toPass());
      };
      await openAs(page, "staff", "/statistics/slips");
      for (const table of [
        "Slips by status",
        "Slips by department",
        "Slips by week of the tutorial",
        "Slips by tutor",
        "Time by department",
      ]) {
        await follow("/statistics/slips", "Slip statistics", table, "Slips");
      }
      for (const table of ["Absences by kind of reason", "Absences by weekday", "Absences by course"])
        await follow("/statistics/absence", "Absence statistics", table, "Absences");
      await follow("/statistics/slipschord", "Who teaches whom", "Slips by tutor and student", "Slips");
      await follow(
        "/statistics/slipschord?by=departments",
        "Who teaches whom",
        "Slips by tutor's department and student's department",
        "Slips",
      );
    });

    test("days and a department narrow the statistics, in their address", async ({ page }) => {
      await openAs(page, "staff", "/statistics/slips?from=2026-09-01&to=2026-10-31");
      await choose(page, page.locator("main"), "Department", "London");
      await expect(page).toHaveURL(/departmentId=/);
      await page.reload();
      await expect(page.getByRole("table", { name: "Time by month" }).getByRole("rowheader")).toHaveText([
        "Oct 2026",
        "Sept 2026",
      ]);
    });

    test("a student's page has the slip statistics, whose rows open their slips", async ({ page }) => {
      await openAs(page, "staff", "/students/1/slips");
      await page.getByRole("button", { name: "Slip statistics" }).click();
      const statistics = dialog(page, /^Slip statistics of /);
      await expect(statistics.getByText("Presence", { exact: true }).first()).toBeVisible();
      await statistics.locator(".ant-table-row").first().dblclick();
      await expect(page).toHaveURL(/\/system\/slips\?slip=\d+/);
      await expect(page.locator(".ant-drawer-section")).toBeVisible();
    });
  });
}

test("the hours of a course lead to its tutorials, and the focused people are highlighted in the chord", async ({
  page,
}) => {
  await openAs(page, "staff", "/statistics/courses/coursehours");
  const cell = page
    .getByRole("region", { name: "Hours by course" })
    .getByRole("link", { name: / hours taught$/ })
    .first();
  await cell.click();
  await expect(heading(page, "Hours of tutorials")).toBeVisible();
  await expect(page).toHaveURL(/state=taught/);
  await expect(rowsOf(page).first()).toContainText("Taught");

  await arriveAt(page, "/statistics/slipschord");
  const drawn = page.locator(".sr-chart-box svg");
  await expect(drawn).toBeVisible();
  const before = await drawn.innerHTML();
  await page.getByRole("table", { name: "Slips by tutor and student" }).getByRole("link").first().focus();
  await expect.poll(async () => (await drawn.innerHTML()) === before).toBe(false);
});
