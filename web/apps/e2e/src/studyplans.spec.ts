import { faults } from "./axe";
import { button, dialog, expect, heading, openAs, openClientAs, rowsOf, settled, test } from "./fixtures";

type Row = { id: number; state: string; weeksBehind: number };

test("a course without a plan gets last year's, a week is written and the rest is moved and back", async ({ page, admin }) => {
  const [row] = await admin.get<Row[]>("/studyplans", { state: "none", tutorId: 1, status: "active", page: 1, pageSize: 10 });
  if (!row) throw new Error("The demo tutor has a course without a plan");
  await openAs(page, "academic", "/studyplans?state=none");
  await expect(heading(page, "Study plans")).toBeVisible();
  await settled(page);
  expect(await rowsOf(page).count()).toBeGreaterThan(0);
  await openAs(page, "academic", `/studyplans/${row.id}`);
  await expect(page.getByText("No study plan yet")).toBeVisible();
  await button(page.locator("main"), "Copy another plan").click();
  await dialog(page, "Copy another plan").getByRole("row", { name: /this course/ }).getByRole("button").click();
  await expect(page.getByText(/weeks copied/)).toBeVisible();
  await page.getByRole("tab", { name: "Hilary" }).click();
  await button(page.locator("main"), "Edit Hilary week 1").click();
  await page.locator(".tea-week-editor [contenteditable]").fill("Revision of the mock");
  await button(page.locator(".tea-week-editor"), "Done").click();
  await expect(page.locator(".tea-weeks")).toContainText("Revision of the mock");
  expect(await faults(page)).toEqual([]);
  await button(page.locator("main"), "More of Hilary week 1").click();
  await page.getByRole("menuitem", { name: "Move the rest by a week" }).click();
  await page.getByRole("button", { name: "Move the rest", exact: true }).click();
  await expect(page.getByText("The rest moved by a week")).toBeVisible();
  await expect(page.getByRole("row", { name: /^Week 2\b/ })).toContainText("Revision of the mock");
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(page.getByRole("row", { name: /^Week 1\b/ })).toContainText("Revision of the mock");
  await button(page.locator("main"), "Delete study plan").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete study plan" }).click();
  await expect(page.getByText("No study plan yet")).toBeVisible();
});

test("a tutor writes exam options; a student reads the weeks, and changes none", async ({ page, admin }) => {
  const [row] = await admin.get<Row[]>("/studyplans", { behind: "true", tutorId: 1, studentId: 1, page: 1, pageSize: 10 });
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
