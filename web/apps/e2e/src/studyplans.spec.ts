import { faults } from "./axe";
import { button, copied, dialog, expect, heading, openAs, openClientAs, rowsOf, settled, test } from "./fixtures";
import { all } from "./sizes";

type Row = { id: number; state: string; weeksBehind: number };
type Plan = { weeks: { term: string; content: string }[] };

const plain = (html: string) =>
  html
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("a course without a plan gets last year's, and its weeks are written, pasted, dragged, pushed down and undone", async ({
  page,
  admin,
}) => {
  test.slow();
  const [row] = await admin.get<Row[]>("/studyplans", {
    state: "none",
    tutorId: 1,
    status: "active",
    page: 1,
    pageSize: 10,
  });
  if (!row) throw new Error("The demo tutor has a course without a plan");
  await openAs(page, "academic", "/studyplans?state=none");
  await expect(heading(page, "Study plans")).toBeVisible();
  await settled(page);
  expect(await rowsOf(page).count()).toBeGreaterThan(0);
  await openAs(page, "academic", `/studyplans/${row.id}`);
  await expect(page.getByText("No study plan yet")).toBeVisible();
  await button(page.locator("main"), "Copy another plan").click();
  await dialog(page, "Copy another plan")
    .getByRole("row", { name: /this course/ })
    .getByRole("button", { name: /^Preview/ })
    .click();
  const preview = page.getByRole("dialog", { name: /^Copy .*this course/ });
  await expect(preview.getByRole("row", { name: /^Michaelmas week 1\b/ })).toBeVisible();
  await button(preview, "Copy plan").click();
  await expect(page.getByText(/weeks copied/)).toBeVisible();

  // The weeks are a grid: Enter opens the rich-text editor, Ctrl+Enter saves, Esc restores the content.
  const grid = page.getByRole("grid", { name: "Weeks of the study plan" });
  const content = (week: string) =>
    grid
      .getByRole("row", { name: new RegExp(`^${week}\\b`) })
      .getByRole("gridcell")
      .first();
  const stored = async () =>
    (await admin.get<Plan>(`/v2/course/${row.id}/studyplan`)).weeks
      .filter(({ term }) => term === "ht")
      .map(({ content: html }) => plain(html));
  await button(page.locator("main"), "Hilary").click();
  const first = content("Hilary week 1");
  const before = (await stored()).slice(0, 4);
  await first.click();
  await expect(first).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator(".sr-sheet-editor [contenteditable]")).toBeFocused();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Thrown away");
  await page.keyboard.press("Escape");
  await expect(first).toBeFocused();
  await expect(first).not.toContainText("Thrown away");
  await page.keyboard.press("F2");
  await expect(page.locator(".sr-sheet-editor [contenteditable]")).toBeFocused();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Revision of the mock");
  await page.keyboard.press("Control+Enter");
  await expect.poll(async () => (await stored())[0]).toBe("Revision of the mock");
  await expect(first).toBeFocused();
  expect(await faults(page)).toEqual([]);

  // Alt with an arrow key moves the content by a week, dragging moves it anywhere; each is one undo step.
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(async () => (await stored()).slice(0, 2)).toEqual([before[1], "Revision of the mock"]);
  await content("Hilary week 2").locator(".sr-sheet-grip").dragTo(content("Hilary week 3"));
  await expect.poll(async () => (await stored()).slice(0, 3)).toEqual([before[1], before[2], "Revision of the mock"]);
  await page.keyboard.press("Control+Z");
  await page.keyboard.press("Control+Z");
  await expect.poll(async () => (await stored()).slice(0, 3)).toEqual(["Revision of the mock", before[1], before[2]]);

  // A pasted block of a spreadsheet is one undo step.
  await first.click();
  await copied(page, "Kinematics\r\nDynamics\r\n");
  await page.keyboard.press("Control+V");
  await expect.poll(async () => (await stored()).slice(0, 2)).toEqual(["Kinematics", "Dynamics"]);
  await page.keyboard.press("Control+C");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("Kinematics\nDynamics");
  await page.keyboard.press("Control+Z");
  await expect.poll(async () => (await stored()).slice(0, 2)).toEqual(["Revision of the mock", before[1]]);

  // A week is inserted: the rest moves by a week, and the empty one is filled in.
  await first.click();
  await button(page.locator(".sr-sheet-strip"), "Insert and push down").click();
  const asked = page.getByRole("dialog", { name: "Insert and push down?" });
  await expect(asked.or(page.locator(".sr-sheet-editor [contenteditable]"))).toBeVisible();
  if (await asked.isVisible()) await button(asked, "Insert and push down").click();
  await expect(page.locator(".sr-sheet-editor [contenteditable]")).toBeFocused();
  await page.keyboard.type("Inserted");
  await page.keyboard.press("Control+Enter");
  await expect.poll(async () => (await stored()).slice(0, 2)).toEqual(["Inserted", "Revision of the mock"]);
  await page.keyboard.press("Control+Z");
  await page.keyboard.press("Control+Z");
  await expect.poll(async () => (await stored()).slice(0, 2)).toEqual(["Revision of the mock", before[1]]);

  // The menu of a week moves the rest after a preview, and Undo restores it.
  await first.click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Move the rest by a week" }).click();
  await page.getByRole("button", { name: "Move the rest", exact: true }).click();
  await expect(page.getByText("The rest moved by a week")).toBeVisible();
  await expect(content("Hilary week 2")).toContainText("Revision of the mock");
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(first).toContainText("Revision of the mock");

  // On a phone the weeks are a stack by term.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(grid).toHaveCount(0);
  await page.getByRole("tab", { name: "Hilary" }).click();
  await button(page.locator("main"), "Edit Hilary week 1").click();
  await page.locator(".tea-week-editor [contenteditable]").fill("On the way");
  await button(page.locator(".tea-week-editor"), "Done").click();
  await expect(page.locator(".tea-weeks")).toContainText("On the way");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.screenshot({ path: test.info().outputPath("phone.png") });
  await page.setViewportSize({ width: 1280, height: 720 });
  await button(page.locator("main"), "Delete study plan").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete study plan" }).click();
  await expect(page.getByText("No study plan yet")).toBeVisible();
});

test("a tutor writes exam options; a student reads the weeks and cannot change them", all, async ({ page, admin }) => {
  const [row] = await admin.get<Row[]>("/studyplans", {
    behind: "true",
    tutorId: 1,
    studentId: 1,
    page: 1,
    pageSize: 10,
  });
  if (!row) throw new Error("The demo tutor has a course that is behind");
  await openClientAs(page, "tutor", `/studyplans/${row.id}`);
  await expect(page.getByText("3 weeks behind").first()).toBeVisible();
  await button(page.locator("main"), "Exam options").click();
  const form = dialog(page, "Exam options");
  const syllabus = form.getByLabel(/^Syllabus of/).first();
  await syllabus.fill("");
  await button(form, "Save exam options").click();
  await expect(form.getByText("Please enter the syllabus").first()).toBeVisible();
  await syllabus.fill("9HI0");
  await button(form, "Give the first to all").click();
  await button(form, "Save exam options").click();
  await expect(page.getByText("Exam options saved")).toBeVisible();
  await openClientAs(page, "student", `/courses/${row.id}/study-plan`);
  await expect(page.locator(".tea-weeks")).toBeVisible();
  await expect(button(page.locator("main"), /^Edit/)).toHaveCount(0);
  await expect(button(page.locator("main"), "Exam options")).toHaveCount(0);
});
