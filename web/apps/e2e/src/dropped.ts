import type { Locator, Page } from "@playwright/test";

/** Drops files and folders of this machine onto an element, like a person who drags them from the desktop. */
export async function dropOnto(page: Page, element: Locator, paths: string[]): Promise<void> {
  const box = await element.boundingBox();
  if (!box) throw new Error("The element is not shown");
  const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height / 2, 200)];
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await devtools.send("Input.dispatchDragEvent", { type, x, y, data });
  await devtools.detach();
}
