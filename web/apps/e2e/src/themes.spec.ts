import { faults } from "./axe";
import { arriveAt, expect, openAs, test } from "./fixtures";
import { all } from "./sizes";

const themes = [
  ["Light", "light"],
  ["Dark", "dark"],
  ["High contrast", "contrast"],
] as const;
const places = ["/", "/students/list", "/settings"];

for (const width of [1440, 390]) {
  test(
    `each theme is drawn at once and free of serious faults at ${width}`,
    width === 390 ? all : {},
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await openAs(page, "sysadmin", "/settings");
      for (const [label, name] of themes) {
        await test.step(label, async () => {
          await page.goto("/#/settings");
          await page.getByRole("radio", { name: label }).check();
          await expect(page.locator("html")).toHaveAttribute("data-theme", name);
          for (const place of places) {
            await arriveAt(page, place);
            expect.soft(await faults(page), `${label}, ${place}`).toEqual([]);
          }
        });
      }
      // The theme follows the account.
      await page.goto("/#/settings");
      await page.getByRole("radio", { name: "As the device" }).check();
    },
  );
}
