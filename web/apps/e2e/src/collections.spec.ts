import { faults } from "./axe";
import { button, dialog, expect, heading, openAs, openClientAs, openEntry, test } from "./fixtures";
import { drawer } from "./stories";
import { all } from "./sizes";

type Report = { id: number; status: string; student: string };

test(
  "the office requests collections of a course for a term; repeating it creates no duplicates",
  all,
  async ({ page }) => {
    await openAs(page, "academic", "/");
    await openEntry(page, "Teaching", "Collection reports");
    await expect(heading(page, "Collection reports")).toBeVisible();
    await button(page.locator("main"), "Call collections").click();
    const form = dialog(page, "Call collections");
    const choose = async () => {
      await form.getByLabel("Term").click();
      await page.locator(".ant-select-item-option", { hasText: "Trinity" }).last().click();
      await form.getByRole("searchbox", { name: "Search courses" }).fill("Economics");
      await form
        .getByRole("checkbox", { name: /Economics/ })
        .first()
        .check();
    };
    // The list of courses scrolls in its box, and the foot stays visible.
    await expect(form.getByRole("checkbox").nth(5)).toBeVisible();
    await expect(button(form, "Call collections")).toBeInViewport({ ratio: 1 });
    await button(form, "Call collections").click();
    await expect(form.getByRole("alert")).toHaveText("Please choose the academic year and the term");
    await choose();
    expect(await faults(page)).toEqual([]);
    await button(form, "Call the students of 1 course").click();
    await expect(form.getByRole("status")).toContainText("called for");
    await button(form, "Close").last().click();
    await button(page.locator("main"), "Call collections").click();
    await choose();
    await button(form, "Call the students of 1 course").click();
    await expect(form.getByRole("status")).toContainText("0 reports called for");
  },
);

test("an interviewer writes with the term in view and submits, the office approves, the family reads", async ({
  page,
  admin,
}) => {
  const year = await admin.get<{ id: number }>("/academic-years/current");
  const body = {
    cwsId: 1,
    academicYearId: year.id,
    term: "tt",
    date: "2026-11-20",
    interviewers: ["tutor:1", "staff:5"],
  };
  const known = await admin.get<Report[]>("/collectionreports", {
    cwsId: "1",
    academicYear: String(year.id),
    term: "tt",
    page: 1,
    pageSize: 10,
  });
  const id = known[0]?.id ?? (await admin.post<{ id: number }>("/collectionreport", body)).id;

  await openClientAs(page, "tutor", `/collectionreports/${id}/write`);
  await expect(page.getByRole("complementary", { name: "The term" })).toContainText("Tutorials attended");
  await button(page.locator(".tea-foot"), "Submit").click();
  await expect(page.getByText("Please check all sections are filled out").first()).toBeVisible();
  await page.getByRole("button", { name: "OK", exact: true }).click();
  for (const name of ["cat1", "cat2", "cat3", "cat4", "cat5", "cat6"]) {
    await page.locator(`[data-field="${name}"] [contenteditable="true"]`).fill(`What we said of ${name}`);
  }
  await expect(page.getByText("Every section is written")).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await button(page.locator(".tea-foot"), "Submit").click();
  await page.getByRole("button", { name: "Submit report", exact: true }).click();
  await expect(page.locator(".tea-head")).toContainText("Submitted");

  await openAs(page, "academic", `/system/collectionreports?status=submitted&collection=${id}`);
  await button(drawer(page), "Approve").click();
  await page.getByRole("button", { name: "Approve report", exact: true }).click();
  await expect(drawer(page)).toContainText("Approved");

  await openClientAs(page, "client", `/system/collectionreports?collection=${id}`);
  await expect(drawer(page)).toContainText("What we said of cat1");
});
