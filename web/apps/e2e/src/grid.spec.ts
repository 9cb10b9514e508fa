import type { Page } from "@playwright/test";
import { faults } from "./axe";
import { copied, expect, openAs, test } from "./fixtures";

type Hours = { hours: { day: string; start: string; end: string }[] };
const path = "/events/hours";
const monday = [
  { day: "Monday", start: "09:00", end: "12:30" },
  { day: "Monday", start: "13:30", end: "17:00" },
];

test.use({ permissions: ["clipboard-read", "clipboard-write"], hasTouch: true });

const cell = (page: Page, row: number, column: number) => page.locator(`[data-at="${row}:${column}"]`);

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`working hours are pasted from a spreadsheet, undone and refused in place, at ${width}`, async ({
    page,
    admin,
  }) => {
    const orgs = await admin.get<{ id: number }[]>("/orgs");
    const rows = await admin.get<{ id: number; organisation: string }[]>(path, { page: 1, pageSize: 50 });
    // A separate organisation for each width: both tests run at the same time.
    const used = new Set(
      (await Promise.all(rows.map(({ id }) => admin.get<{ organisationId: number }>(`${path}/${id}`)))).map(
        ({ organisationId }) => organisationId,
      ),
    );
    const free = orgs.map(({ id }) => id).filter((id) => !used.has(id));
    const { id } = await admin.post<{ id: number }>(path, { organisationId: free[width === 390 ? 0 : 1], hours: [] });
    const stored = async () => (await admin.get<Hours>(`${path}/${id}`)).hours;
    try {
      await page.setViewportSize({ width, height });
      await openAs(page, "sysadmin", `/working-hours?hours=${id}`);
      const grid = page.getByRole("grid", { name: "Working hours" });
      await expect(grid.getByRole("row")).toHaveCount(8);

      await cell(page, 0, 1).click();
      await expect(cell(page, 0, 1)).toBeFocused();
      await copied(page, "09:00\t12:30\t13:30\t17:00\r\n9\t12\t\t\r\nnoon\t12:00\t\t\r\n");
      await page.keyboard.press("Control+V");
      await expect.poll(stored).toEqual([...monday, { day: "Tuesday", start: "09:00", end: "12:00" }]);
      await expect(cell(page, 2, 1)).toHaveAttribute("aria-invalid", "true");
      await expect(cell(page, 2, 1)).toHaveText(/^noon/);
      expect(await faults(page, ".sr-sheet")).toEqual([]);

      // The text of the refusal is shown at the focused cell; Esc restores the value.
      await cell(page, 2, 1).click();
      await expect(page.getByText("Please enter a time like 09:00", { exact: true })).toBeVisible();
      await page.screenshot({ path: test.info().outputPath("refused.png") });
      await page.keyboard.press("Escape");
      await expect(cell(page, 2, 1)).not.toHaveAttribute("aria-invalid", "true");

      // The whole paste is one undo step.
      await page.keyboard.press("Control+Z");
      await expect.poll(stored).toEqual([]);
      await page.keyboard.press("Control+Shift+Z");
      await expect.poll(async () => (await stored()).slice(0, 2)).toEqual(monday);

      // Typing, Enter, fill down, copy.
      await cell(page, 3, 1).click();
      await page.keyboard.type("1030");
      await page.keyboard.press("Tab");
      await page.keyboard.type("15");
      await page.keyboard.press("Enter");
      await expect.poll(stored).toContainEqual({ day: "Thursday", start: "10:30", end: "15:00" });
      await cell(page, 3, 1).click();
      for (const key of ["Shift+ArrowRight", "Shift+ArrowDown", "Control+D"]) await page.keyboard.press(key);
      await expect.poll(stored).toContainEqual({ day: "Friday", start: "10:30", end: "15:00" });
      await page.keyboard.press("Control+C");
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("10:30\t15:00\n10:30\t15:00");

      if (width === 390) {
        // The first tap selects, the second edits; the first column stays while the grid scrolls, and the page does not
        // scroll.
        await cell(page, 5, 1).tap();
        await expect(cell(page, 5, 1)).toBeFocused();
        await expect(cell(page, 5, 1).getByRole("textbox")).toHaveCount(0);
        await cell(page, 5, 1).tap();
        await expect(cell(page, 5, 1).getByRole("textbox")).toBeFocused();
        await page.keyboard.press("Escape");
        await page.keyboard.press("End");
        const [day, last, box] = await Promise.all([
          cell(page, 5, 0).boundingBox(),
          cell(page, 5, 6).boundingBox(),
          grid.boundingBox(),
        ]);
        if (!day || !last || !box) throw new Error("The grid is shown");
        expect(Math.abs(day.x - box.x)).toBeLessThan(2);
        expect(last.x + last.width).toBeLessThanOrEqual(box.x + box.width + 1);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      }
      await page.screenshot({ path: test.info().outputPath("grid.png") });
    } finally {
      await admin.send("DELETE", `${path}/${id}`);
    }
  });
}
