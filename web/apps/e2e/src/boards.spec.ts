import type { Browser, Locator, Page } from "@playwright/test";
import { faults } from "./axe";
import { button, dialog, expect, heading, openAs, openClientAs, test } from "./fixtures";

const surface = (page: Page): Locator => page.getByRole("img", { name: /^Drawing surface/ });
const has = (page: Page, count: number) =>
  expect(surface(page)).toHaveAccessibleName(new RegExp(`with ${count} elements?;`));
const state = (page: Page, text: string) => expect(page.locator(".brd-line")).toHaveText(text);

/** Draws a stroke with the pen from one point of the surface to another. */
async function draw(page: Page, from: number, to: number): Promise<void> {
  const box = await surface(page).boundingBox();
  if (!box) throw new Error("There is no surface");
  const place = (part: number): [number, number] => [box.x + box.width * part, box.y + box.height * (0.3 + part * 0.3)];
  await page.mouse.move(...place(from));
  await page.mouse.down();
  await page.mouse.move(...place((from + to) / 2), { steps: 6 });
  await page.mouse.move(...place(to), { steps: 6 });
  await page.mouse.up();
}

const another = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage();

test(
  "three people draw in a lesson; one is locked, one goes offline and merges",
  { tag: "@all" },
  async ({ page, browser, admin }) => {
    const [student, office] = [await another(browser), await another(browser)];
    const [invited] = await admin.get<{ id: number; name: string }[]>("/users", {
      search: "academic@staffroom",
      page: 1,
      pageSize: 10,
    });
    let board = 0;
    await test.step("the tutor's first stroke creates the board of the course", async () => {
      await openClientAs(page, "tutor", "/whiteboard/own?course=1");
      await expect(page.locator(".brd-line")).toHaveText("Saved once you draw");
      await draw(page, 0.2, 0.4);
      await expect(page).toHaveURL(/board=\d+/);
      board = Number(/board=(\d+)/.exec(page.url())?.[1]);
      await state(page, "Saved");
      await has(page, 1);
      expect(await faults(page)).toEqual([]);
    });
    await test.step("a student of the course and an invited one draw too", async () => {
      await admin.post(`/board/${board}/members`, { users: [{ id: invited?.id, level: "draw" }] });
      await openClientAs(student, "student", `/whiteboard/lesson?board=${board}`);
      await openAs(office, "academic", `/whiteboard/lesson?board=${board}`);
      for (const one of [student, office]) await has(one, 1);
      await draw(student, 0.3, 0.5);
      await draw(office, 0.5, 0.7);
      for (const one of [page, student, office]) await has(one, 3);
    });
    await test.step("the tutor locks the student, whose tools disappear", async () => {
      await button(page.locator("main"), "People").click();
      const people = page.getByRole("complementary", { name: "People on the board" });
      const may = people.getByRole("switch", { name: /may draw$/ });
      await expect(may).toHaveCount(2);
      const name =
        (await admin.get<{ name: string }[]>("/users", { search: "student@staffroom", page: 1, pageSize: 10 }))[0]
          ?.name ?? "";
      await people.getByRole("switch", { name: `${name} may draw` }).click();
      await expect(student.getByText("The tutor has locked the board for you")).toBeVisible();
      await expect(button(student.locator("main"), "Pen (P)")).toHaveCount(0);
      await people.getByRole("switch", { name: `${name} may draw` }).click();
      await expect(button(student.locator("main"), "Pen (P)")).toBeVisible();
      expect(await faults(page)).toEqual([]);
    });
    await test.step("strokes drawn offline stay and are merged, even if the others reload", async () => {
      await office.context().setOffline(true);
      await draw(office, 0.1, 0.2);
      await draw(office, 0.6, 0.8);
      await state(office, "Offline: your strokes wait here");
      await draw(page, 0.7, 0.9);
      await has(page, 4);
      await has(student, 4);
      await office.context().setOffline(false);
      for (const one of [page, student, office]) await has(one, 6);
      await state(office, "Saved");
    });
    await test.step("undo reverts only the user's own strokes; pages, text and keys work", async () => {
      await button(page.locator("main"), "Undo").click();
      await has(student, 5);
      await surface(page).focus();
      await page.keyboard.press("r");
      await page.keyboard.press("Enter");
      await has(student, 6);
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Delete");
      await has(student, 5);
      await page.keyboard.press("t");
      await page.keyboard.press("Enter");
      await page.getByLabel("Text on the board").fill("Homework: exercise 4");
      await page.keyboard.press("Escape");
      await has(student, 6);
      await button(page.locator("main"), "Formula (F)").click();
      const formula = dialog(page, "New formula");
      await formula.getByLabel("LaTeX").fill("x_{1,2} = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a");
      await expect(formula.getByRole("alert")).toContainText("Unexpected end of input");
      await expect(button(formula, "Add formula")).toBeDisabled();
      await formula.getByLabel("LaTeX").fill("x_{1,2} = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}");
      await expect(formula.locator(".katex .mfrac").first()).toBeVisible();
      expect(await faults(page)).toEqual([]);
      await button(formula, "Add formula").click();
      await has(student, 7);
      // Enter edits the selection.
      await surface(page).focus();
      await page.keyboard.press("Enter");
      await expect(dialog(page, "Change formula").getByLabel("LaTeX")).toHaveValue(/frac/);
      await page.keyboard.press("Escape");
      await button(page.locator("main"), "Insert a page").click();
      await has(page, 0);
      await expect(button(student.locator("main"), "Page 2")).toBeVisible();
    });
    await test.step("the board is exported, saved as a file of the course, and listed among the saved ones", async () => {
      await button(page.locator("main"), "Export").click();
      const file = page.waitForEvent("download");
      await page.getByRole("menuitem", { name: "All pages as PDF" }).click();
      expect((await file).suggestedFilename()).toMatch(/^Whiteboard .*\.pdf$/);
      await button(page.locator("main"), "Export").click();
      await page.getByRole("menuitem", { name: "Keep all pages among the files" }).click();
      await expect(page.getByText(/^Kept among the files of/)).toBeVisible();
      await page.getByRole("link", { name: "Saved whiteboards" }).last().click();
      await expect(heading(page, "Saved whiteboards")).toBeVisible();
      await page.goto(page.url().replace(/\/whiteboards\/saved.*/, "/whiteboards/saved?view=cards"));
      await expect(page.locator(".brd-card").first()).toBeVisible();
      expect(await faults(page)).toEqual([]);
    });
    await Promise.all([student.context().close(), office.context().close()]);
  },
);

test("a reader sees the board and cannot draw", async ({ page, admin }) => {
  const [board] = await admin.get<{ id: number }[]>("/boards", { search: "Rooms for the mock", page: 1, pageSize: 10 });
  await openClientAs(page, "tutor", `/whiteboard/own?board=${board?.id}`);
  await has(page, 8);
  await expect(page.getByText("You can view this board but not draw on it")).toBeVisible();
  await expect(button(page.locator("main"), "Pen (P)")).toHaveCount(0);
  expect(await faults(page)).toEqual([]);
});
