import type { Locator, Page } from "@playwright/test";
import { faults } from "./axe";
import { button, dialog, expect, openAs, test } from "./fixtures";

const surface = (page: Page): Locator => page.getByRole("img", { name: /^Drawing surface/ });
const has = (page: Page, count: number) =>
  expect(surface(page)).toHaveAccessibleName(new RegExp(`with ${count} elements?;`));
const panel = (page: Page): Locator => page.getByRole("complementary", { name: "Layers" });
const names = (page: Page, expected: string[]) => expect(panel(page).locator(".brd-layer")).toHaveText(expected);
const isOpaque = (): boolean => {
  const [canvas] = [...document.querySelectorAll<HTMLCanvasElement>(".brd-surface canvas")];
  const pixels =
    canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
  // Counts pixels of ink: the paper is white, and nothing is drawn outside of it.
  for (let at = 0; at < pixels.length; at += 4) if (pixels[at + 3] === 255 && (pixels[at] ?? 255) < 90) return true;
  return false;
};

/** Draws a stroke across the surface, at a fraction of its height. */
async function draw(page: Page, part: number): Promise<void> {
  const box = await surface(page).boundingBox();
  if (!box) throw new Error("There is no surface");
  const y = box.y + box.height * part;
  await page.mouse.move(box.x + box.width * 0.35, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.65, y, { steps: 8 });
  await page.mouse.up();
}

async function choose(page: Page, layer: string, action: string): Promise<void> {
  await button(panel(page), `More for ${layer}`).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

for (const [width, height] of [
  [1280, 720],
  [390, 844],
] as const) {
  test(
    `layers are added, named, hidden, locked, ordered and undone, at ${width} px`,
    { tag: width === 390 ? "@all" : [] },
    async ({ page, browser }) => {
      const other = await (await browser.newContext()).newPage();
      await page.setViewportSize({ width, height });
      await openAs(page, "academic", "/whiteboard/own");
      await draw(page, 0.4);
      await expect(page).toHaveURL(/board=\d+/);
      await openAs(other, "academic", `/whiteboard/own?board=${/board=(\d+)/.exec(page.url())?.[1]}`);
      await test.step("a new layer is on top and becomes the current one", async () => {
        await button(page.locator("main"), "Layers").click();
        await names(page, ["Layer 1"]);
        await button(panel(page), "Add a layer").click();
        await names(page, ["Layer 2", "Layer 1"]);
        await expect(button(panel(page), "Layer 2")).toHaveAttribute("aria-pressed", "true");
        await button(panel(page), "Layer 2").press("F2");
        await page.getByLabel("Name of Layer 2").fill("Solution");
        await page.keyboard.press("Enter");
        await names(page, ["Solution", "Layer 1"]);
        await draw(page, 0.5);
        await has(page, 2);
        await has(other, 2);
        expect(await faults(page)).toEqual([]);
      });
      await test.step("a locked layer cannot be drawn on or erased", async () => {
        await button(panel(page), "Lock Layer 1").click();
        await button(panel(page), "Layer 1").click();
        await expect(page.getByText("Layer 1 is locked. Unlock it to change it.")).toBeVisible();
        await draw(page, 0.6);
        await has(page, 2);
        await surface(page).focus();
        await page.keyboard.press("e");
        await draw(page, 0.4);
        await has(page, 2);
        await page.keyboard.press("p");
        // The lock applies to the other person too, and their undo changes nothing on the layer.
        await button(other.locator("main"), "Layers").click();
        await expect(button(panel(other), "Unlock Layer 1")).toBeVisible();
        await button(page.locator("main"), "Unlock layer").click();
        await expect(page.getByText("Layer 1 is locked", { exact: false })).toHaveCount(0);
      });
      await test.step("a hidden layer is neither shown to anybody nor exported", async () => {
        await button(panel(page), "Hide Layer 1").click();
        await button(panel(page), "Hide Solution").click();
        await has(other, 0);
        await expect.poll(() => other.evaluate(isOpaque)).toBe(false);
        await button(page.locator("main"), "Export").click();
        const file = page.waitForEvent("download");
        await page.getByRole("menuitem", { name: "Page as PNG" }).click();
        await (await file).saveAs(test.info().outputPath("hidden.png"));
        await button(panel(page), "Show Solution").click();
        await has(other, 1);
        await expect.poll(() => other.evaluate(isOpaque)).toBe(true);
        await expect(button(panel(other), "Show Layer 1")).toBeVisible();
      });
      await test.step("order, deletion and undo", async () => {
        await choose(page, "Solution", "Move down");
        await names(other, ["Layer 1", "Solution"]);
        await button(panel(page), "Solution").press("Alt+ArrowUp");
        await names(other, ["Solution", "Layer 1"]);
        await choose(page, "Solution", "Delete layer");
        await expect(dialog(page, "Delete the layer Solution?")).toContainText("1 element. Undo brings it back.");
        await button(dialog(page, "Delete the layer Solution?"), "Delete layer").click();
        await names(other, ["Layer 1"]);
        await button(page.locator("main"), "Undo").click();
        await names(other, ["Solution", "Layer 1"]);
        await has(other, 1);
      });
      await other.context().close();
    },
  );
}
