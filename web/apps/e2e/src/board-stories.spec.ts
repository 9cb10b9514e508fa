import type { Locator, Page } from "@playwright/test";
import { button, expect, heading, openAs, openClientAs, rowsOf, test, unique } from "./fixtures";

const surface = (page: Page): Locator => page.getByRole("img", { name: /^Drawing surface/ });
const has = (page: Page, count: number) =>
  expect(surface(page)).toHaveAccessibleName(new RegExp(`with ${count} elements?;`));
const state = (page: Page, text: string) => expect(page.locator(".brd-line")).toHaveText(text);

/** Draws a stroke across the surface, at a fraction of its height. */
async function draw(page: Page, part: number): Promise<void> {
  // The surface moves when the tools appear.
  await expect(button(page.locator("main"), "Undo")).toBeVisible();
  const box = await surface(page).boundingBox();
  if (!box) throw new Error("There is no surface");
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * part);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height * (part + 0.05), { steps: 8 });
  await page.mouse.up();
}

test("strokes and layers drawn offline survive a reload and reach the others once online", async ({
  page,
  browser,
}) => {
  const other = await (await browser.newContext()).newPage();
  await openClientAs(page, "tutor", "/whiteboard/own");
  await draw(page, 0.3);
  await expect(page).toHaveURL(/board=\d+/);
  await state(page, "Saved");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // The first visit was not yet controlled by the service worker.
  await page.reload();
  await has(page, 1);
  await state(page, "Saved");
  await page.context().setOffline(true);
  await draw(page, 0.4);
  await button(page.locator("main"), "Layers").click();
  await button(page.getByRole("complementary", { name: "Layers" }), "Add a layer").click();
  await draw(page, 0.5);
  await has(page, 3);
  await state(page, "Offline: your strokes wait here");
  await page.reload();
  await expect(page.getByRole("status").filter({ hasText: "The server cannot be reached" })).toBeVisible();
  await page.context().setOffline(false);
  await expect(surface(page)).toBeVisible({ timeout: 45_000 });
  await has(page, 3);
  await state(page, "Saved");
  await openAs(other, "sysadmin", `/whiteboard/view?board=${/board=(\d+)/.exec(page.url())?.[1]}`);
  await has(other, 3);
  await button(page.locator("main"), "Layers").click();
  await expect(page.getByRole("complementary", { name: "Layers" }).locator(".brd-layer")).toHaveText([
    "Layer 2",
    "Layer 1",
  ]);
  await other.context().close();
});

test("the event of the calendar opens its whiteboard", async ({ page, admin }) => {
  const [board] = await admin.get<{ id: number; name: string }[]>("/boards", {
    search: "Quadratics",
    page: 1,
    pageSize: 10,
  });
  const { eventId: event } = await admin.get<{ eventId: number }>(`/board/${board?.id}`);
  await openAs(page, "academic", `/events?event=${event}`);
  await button(page.getByRole("dialog"), "Whiteboard").click();
  await expect(heading(page, "Quadratics: roots and vertex")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/whiteboard/lesson\\?.*board=${board?.id}`));
  await has(page, 6);
});

test("all pages are saved as a PDF file, and a picture becomes the background of a page", async ({ page, admin }) => {
  const name = unique();
  const { id } = await admin.post<{ id: number }>("/board", { name, background: "grid" });
  await openAs(page, "sysadmin", `/whiteboard/own?board=${id}`);
  await draw(page, 0.3);
  const main = page.locator("main");
  await test.step("a picture is put on the board, then below the drawing", async () => {
    const picture = await page.evaluate(() => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [300, 200];
      canvas.getContext("2d")?.fillRect(50, 50, 200, 100);
      return canvas.toDataURL("image/png").split(",")[1] ?? "";
    });
    await page
      .getByLabel("Choose a picture or a PDF")
      .setInputFiles({ name: "Diagram.png", mimeType: "image/png", buffer: Buffer.from(picture, "base64") });
    await has(page, 2);
    await button(main, "Actions on the selection").click();
    await page.getByRole("menuitem", { name: "Make it the background of the page" }).click();
    await has(page, 1);
    await expect(button(main, "Take the background off the page")).toBeVisible();
    await button(main, "Undo").click();
    await has(page, 2);
    await button(main, "Redo").click();
    await has(page, 1);
  });
  await test.step("the PDF is saved among the files", async () => {
    await button(main, "Insert a page").click();
    await draw(page, 0.5);
    await state(page, "Saved");
    await button(main, "Export").click();
    await page.getByRole("menuitem", { name: "Keep all pages among the files" }).click();
    await expect(page.getByText("Kept among your files")).toBeVisible();
    await page.goto(`/#/files?search=${name}`);
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(rowsOf(page)).toContainText(name);
    const [file] = await admin.get<{ id: number }[]>("/files", { search: name, page: 1, pageSize: 10 });
    expect(await admin.get(`/file/${file?.id}/details`)).toMatchObject({ name, extension: "pdf" });
  });
});
