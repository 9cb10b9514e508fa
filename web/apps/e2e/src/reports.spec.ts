import type { Page } from "@playwright/test";
import { button, choose, dialog, expect, openAs, openClientAs, rowsOf, test } from "./fixtures";
import { all } from "./sizes";

/**
 * A term report in both applications: requested, written on a phone, returned, written again, approved, read by the
 * student.
 */

/** The demo tutor teaches the demo student on it. */
const course = 152;
const phone = { width: 390, height: 844 };
const comments = [
  "Independent preparation",
  "Organisation",
  "Factual knowledge",
  "Conceptual knowledge",
  "Application of knowledge",
  "Participation",
  "Progress since the last report",
  "Targets for next term",
];

/** A separate period for each run, in a distant year, and the day after it. */
function period(): { dateFrom: string; dateTo: string; deadline: string } {
  const start = new Date(Date.UTC(2031, 0, 1) + Math.floor(Math.random() * 3000) * 86_400_000);
  const day = (after: number) => new Date(start.getTime() + after * 86_400_000).toISOString();
  return { dateFrom: day(0).slice(0, 10), dateTo: day(60).slice(0, 10), deadline: `${day(62).slice(0, 10)}T17:00:00Z` };
}

test("a term report: requested, written on a phone, returned, approved, read by the student", async ({
  browser,
  page,
  admin,
}) => {
  test.setTimeout(180_000);
  const [onCourse] = await admin.get<{ id: number }[]>("/courses/students", {
    courseId: course,
    studentId: 1,
    page: 1,
    pageSize: 10,
  });
  const asked = { cwsId: onCourse?.id, tutorId: 1, ...period() };
  const call = (await admin.post("/report/call", asked)) as { id: number; reports: { id: number; isNew: boolean }[] };
  expect(call.reports.map(({ isNew }) => isNew)).toEqual([true]);
  const again = (await admin.post("/report/call", asked)) as typeof call;
  expect(again.reports).toEqual(call.reports.map((one) => ({ ...one, isNew: false })));
  const address = `/reports/${call.id}/write`;

  const { baseURL } = test.info().project.use;
  const context = await browser.newContext({ baseURL, viewport: phone });
  const tutor: Page = await context.newPage();
  await openClientAs(tutor, "tutor", address);
  const form = tutor.locator(".tea-form");

  await test.step("the tutor sees the missing parts, with the texts of the server", async () => {
    await button(form, "Submit").click();
    await expect(tutor.getByText("Please enter a predicted grade, or N/A").first()).toBeVisible();
    await tutor.keyboard.press("Escape");
  });
  const submit = async () => {
    await button(form, "Submit").click();
    await button(dialog(tutor, "Submit report?"), "Submit report").click();
    await expect(form.locator(".tea-head")).toContainText("Submitted");
  };
  await test.step("the tutor writes the report", async () => {
    await choose(tutor, form, "Predicted grade", "A");
    // The grade of an earlier report, whatever it is: a different one needs a reason.
    const { predictedBefore } = await admin.get<{ predictedBefore: { grade: string } | null }>(`/report/${call.id}`);
    if (predictedBefore && predictedBefore.grade !== "A") {
      const reason = form.getByLabel("Reason for the change");
      await reason.fill("The mock of this term went well");
      await reason.blur();
      await expect(tutor.getByText("Reason for the change changed")).toBeVisible();
      // On a phone it is in the place of the ratings.
      for (const toast of await tutor.getByRole("button", { name: "Dismiss" }).all()) await toast.click();
    }
    await form.getByRole("radio", { name: "Achievement: 4, Very good" }).check({ force: true });
    await form.getByRole("radio", { name: "Effort: 5, Excellent" }).check({ force: true });
    await expect(form.locator(".tea-head")).toContainText("Saved");
    for (const name of comments)
      await form
        .getByLabel(name, { exact: true })
        .fill(`Amelia worked steadily through the unit: ${name.toLowerCase()} has become more certain.`);
    await expect(form.locator(".tea-foot")).toContainText("Nothing is missing");
    await submit();
  });

  await test.step("the office returns it with a reason, and the tutor continues", async () => {
    await openAs(page, "academic", `/system/reports?report=${call.id}`);
    const drawer = page.getByRole("dialog");
    await button(drawer, "Return to tutor").click();
    const reason = dialog(page, "Return to tutor");
    await reason.getByLabel("Reason").fill("Please name the topics of the unit that need work.");
    await button(reason, "Return to tutor").click();
    await expect(drawer.first()).toContainText("Returned");
    await tutor.reload();
    await expect(form.locator(".tea-returned")).toContainText("Please name the topics");
    await form
      .getByLabel("Factual knowledge", { exact: true })
      .fill("Amelia knows forces well; fields and their graphs need work.");
    await expect(form.locator(".tea-head")).toContainText("Saved");
    await submit();
  });

  await test.step("the office approves it, and the student reads it", async () => {
    await page.reload();
    const drawer = page.getByRole("dialog");
    await button(drawer, "Checked and approve").click();
    await button(dialog(page, "Report checked and approved?"), "Approve report").click();
    await expect(drawer.first()).toContainText("Approved");
    await tutor.close();
    const student = await (await browser.newContext({ baseURL })).newPage();
    await openClientAs(student, "student", `/system/reports?report=${call.id}`);
    await expect(student.getByRole("dialog")).toContainText("fields and their graphs need work");
    await student.context().close();
  });

  await test.step("the office mails it to the family, and again after a warning", async () => {
    const drawer = page.getByRole("dialog").first();
    await button(drawer, "Mail to family").click();
    await button(dialog(page, "Mail report to family?"), "Mail report").click();
    await expect(async () => {
      await page.reload();
      await expect(drawer.getByRole("row").filter({ hasText: "Sent" }).first()).toBeVisible({ timeout: 5_000 });
      await expect(button(drawer, "Mail again")).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await button(drawer, "Mail again").click();
    const again = dialog(page, "Mail report again?");
    await expect(again).toContainText("It was mailed to");
    await button(again, "Mail again").click();
    await expect(again).toHaveCount(0);
  });
  await context.close();
});

test("the office requests reports of a course in the dialog, and undoes the request", all, async ({ page }) => {
  await openAs(page, "academic", "/system/reports?request=true");
  const form = dialog(page, "Request reports");
  await button(form, "Request reports").click();
  await expect(form.getByRole("alert")).toHaveText("Failed validation: Please check required fields are filled out");
  const enter = async (name: string, day: string) => {
    await form.getByLabel(name).fill(day);
    await form.getByLabel(name).press("Enter");
  };
  const year = String(41 + Math.floor(Math.random() * 50));
  await enter("Period start", `01/09/${year}`);
  await enter("Period end", `01/08/${year}`);
  await enter("Due date", `09/12/${year}`);
  await form.getByRole("searchbox", { name: "Search courses" }).fill("Further Mathematics");
  await form
    .getByRole("checkbox", { name: /Further Mathematics$/ })
    .first()
    .check();
  const several = form.getByRole("combobox", { name: /^Tutor of/ });
  if (await several.count()) {
    await several.first().click();
    await page.locator(".ant-select-dropdown:visible .ant-select-item").first().click();
  }
  await button(form, /^Request reports of 1 course/).click();
  await expect(form.getByRole("alert")).toHaveText("Failed validation: Please check dates are in sequential order");
  await enter("Period end", `01/12/${year}`);
  await button(form, /^Request reports of 1 course/).click();
  await expect(form.getByRole("status").first()).toHaveText(/^\d+ reports?$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(/taken back$/)).toBeVisible();
  await button(form, "Close").last().click();
  await expect(rowsOf(page).first()).toBeVisible();
});
