import type { Page } from "@playwright/test";
import { button, choose, dialog, expect, openAs, rowsOf, settled, test, type Api } from "./fixtures";
import { mailsTo } from "./mails";
import { all } from "./sizes";
import { drawer } from "./stories";
import { before, day, ofTutorAndStudent, proposed, terms, windowOf, type Year } from "./term";

/**
 * A term in both applications (teaching.md 2, 4, 5): tuition is offered and accepted, the plan made and moved by an
 * illness, the report requested, chased, written on a phone, returned, corrected, approved, printed and mailed, the
 * predicted grade exported, the journal kept; and a collection held, in a test of its own: the first one takes 70 s of
 * the small size, and collections.spec.ts holds the second one's parts.
 */

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 720 };
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
const sections = ["cat1", "cat2", "cat3", "cat4", "cat5", "cat6"];

test("a term goes from the offer to the report that the family reads, with grade and journal", async ({
  browser,
  page,
  admin,
}) => {
  test.setTimeout(240_000);
  const year = await admin.get<Year>("/academic-years/current");
  const course = await proposed(admin, year.id);
  const tutor = await windowOf(browser, "tutor", desk);

  await test.step("the tutor reads the terms and accepts the offer, and the course is active", async () => {
    await expect(async () => {
      await tutor.goto("/client/#/offers?status=offered");
      await settled(tutor);
      await expect(rowsOf(tutor).filter({ hasText: course.subject })).toHaveCount(1, { timeout: 2_000 });
    }).toPass();
    await rowsOf(tutor).filter({ hasText: course.subject }).getByRole("link").first().click();
    const offer = dialog(tutor, "Offer of tuition");
    const accept = button(offer, "Accept terms and offer");
    await expect(accept).toHaveAttribute("aria-disabled", "true");
    await offer.getByRole("region", { name: course.terms }).evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await expect(offer.getByRole("checkbox")).toBeChecked();
    await accept.click();
    await expect(tutor.getByText(`${course.title} accepted`)).toBeVisible();
    await expect.poll(async () => (await admin.get<{ status: string }>(`/courses/${course.id}`)).status).toBe("active");
  });

  const weeks = year.weeksToISO;
  const past = weeks.filter(({ end }) => end < before(0)).at(-1) ?? weeks[0];
  if (!past) throw new Error("The academic year has study weeks");
  const place = weeks.indexOf(past);
  const [missed, next] = [past, weeks[place + 1]].map((week) => `${terms[week?.term ?? ""]} week ${week?.week}`) as [
    string,
    string,
  ];
  await test.step("the tutor creates the plan, and fills it in", async () => {
    await tutor.goto(`/client/#/studyplans/${course.id}`);
    await button(tutor.locator("main"), "Create study plan").click();
    await content(tutor, missed).click();
    await tutor.keyboard.type("Lenses");
    await tutor.keyboard.press("Control+Enter");
    await content(tutor, next).click();
    await tutor.keyboard.type("Prisms");
    await tutor.keyboard.press("Control+Enter");
    await expect(content(tutor, next)).toContainText("Prisms");
  });

  await test.step("the student is ill, the plan is a week behind, and the rest moves by a week", async () => {
    const start = new Date(`${past.start}T06:00:00Z`);
    start.setUTCDate(start.getUTCDate() + 2);
    const people = [
      { kind: "tutor", id: 1 },
      { kind: "student", id: 1 },
    ];
    await admin.post("/events", {
      title: course.title,
      type: "tutorial",
      courseId: course.id,
      start: start.toISOString(),
      end: new Date(start.getTime() + 3_600_000).toISOString(),
      people,
      overrideReason: "Agreed by telephone",
    });
    await expect(async () => {
      await tutor.goto(`/client/#/slips/to-write?search=${course.subject}`);
      await settled(tutor);
      await expect(rowsOf(tutor)).toHaveCount(1, { timeout: 2_000 });
    }).toPass();
    await button(rowsOf(tutor), "Write the slip").click();
    await button(tutor.getByRole("dialog"), "Unplanned absence").click();
    await tutor.getByRole("textbox", { name: "Reason of absence" }).fill("Ill, in bed with a fever");
    await button(tutor.getByRole("dialog"), "Keep absence").click();
    await expect(tutor).toHaveURL(/#\/slips\/\d+\/write/);

    await openAs(page, "academic", `/studyplans?behind=true&search=${course.subject}`);
    await settled(page);
    await expect(rowsOf(page)).toHaveCount(1);
    await tutor.goto(`/client/#/studyplans/${course.id}`);
    await expect(tutor.getByText("1 week behind").first()).toBeVisible();
    await content(tutor, missed).click();
    await tutor.keyboard.press("End");
    await tutor.keyboard.press("Enter");
    await tutor.getByRole("menuitem", { name: "Move the rest by a week" }).click();
    await button(dialog(tutor, "Move the rest by a week?"), "Move the rest").click();
    await expect(tutor.getByText("The rest moved by a week")).toBeVisible();
    await expect(content(tutor, next)).toContainText("Lenses");
  });

  let report = 0;
  await test.step("the office requests the report of the course, which was due yesterday, and chases it", async () => {
    await openAs(page, "academic", "/system/reports?request=true");
    const form = dialog(page, "Request reports");
    for (const [name, iso] of [
      ["Period start", before(70)],
      ["Period end", before(9)],
      ["Due date", before(2)],
    ] as const) {
      await form.getByLabel(name).fill(day(iso));
      await form.getByLabel(name).press("Enter");
    }
    await form.getByRole("searchbox", { name: "Search courses" }).fill(course.subject);
    await form.getByRole("checkbox", { name: new RegExp(course.subject) }).check();
    await button(form, "Request reports of 1 course").click();
    await expect(form.getByRole("status").first()).toHaveText("1 report");
    await button(form, "Close").last().click();
    const [made] = await admin.get<{ id: number }[]>("/reports", { search: course.subject, page: 1, pageSize: 10 });
    report = made?.id ?? 0;
    await page.goto(`/#/system/reports?isLate=true&search=${course.subject}`);
    await settled(page);
    await rowsOf(page).getByRole("checkbox").check();
    await button(page.locator("main"), "Remind").click();
    await expect(page.getByText("1 tutor reminded of 1 report")).toBeVisible();
  });

  await tutor.context().close();
  const onPhone = await windowOf(browser, "tutor", phone);
  const form = onPhone.locator(".tea-form");
  const submit = async () => {
    await button(form, "Submit").click();
    await button(dialog(onPhone, "Submit report?"), "Submit report").click();
    await expect(form.locator(".tea-head")).toContainText("Submitted");
  };
  await test.step("the tutor finds the reminder in the inbox, and writes the report on a phone", async () => {
    await expect(async () => {
      await onPhone.goto("/client/#/inbox");
      await onPhone
        .getByRole("link", { name: /report.* late/ })
        .first()
        .click({ timeout: 2_000 });
    }).toPass();
    await onPhone.getByRole("searchbox").fill(course.subject);
    await expect(rowsOf(onPhone)).toHaveCount(1);
    await rowsOf(onPhone).getByRole("link").first().click();
    await choose(onPhone, form, "Predicted grade", "B");
    await form.getByRole("radio", { name: "Achievement: 4, Very good" }).check({ force: true });
    await form.getByRole("radio", { name: "Effort: 5, Excellent" }).check({ force: true });
    await expect(form.locator(".tea-head")).toContainText("Saved");
    for (const name of comments)
      await form
        .getByLabel(name, { exact: true })
        .fill(`Amelia worked steadily through the unit: ${name.toLowerCase()} has become more certain.`);
    await button(form, "Add a mock").click();
    const mock = dialog(onPhone, "Add a mock");
    await choose(onPhone, mock, /^Month/, "January");
    await mock.getByLabel(/^Mark/).fill("61");
    await mock.getByLabel(/^Out of/).fill("90");
    await mock.getByLabel(/^Grade/).fill("B");
    await mock.getByLabel(/^Comment/).fill("Ray diagrams were complete");
    await button(mock, "Add a mock").click();
    await expect(mock).toBeHidden();
    await expect(form.locator(".tea-foot")).toContainText("Nothing is missing");
    expect(await onPhone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    await submit();
  });

  await test.step("the office returns it with a reason, and the tutor corrects it", async () => {
    await page.goto(`/#/system/reports?status=submitted&view=queue&report=${report}`);
    await expect(page.locator(".sr-queue .sr-record-title")).toContainText("Amelia Davies");
    await page.keyboard.press("r");
    const reason = dialog(page, "Return to tutor");
    await reason.getByLabel("Reason").fill("Please name the topics of the unit that need work.");
    await button(reason, "Return to tutor").click();
    await expect.poll(() => statusOf(admin, `/report/${report}`)).toBe("returned");
    await onPhone.goto("/client/#/");
    await onPhone
      .getByRole("link", { name: /^Reports returned/ })
      .first()
      .click();
    await onPhone.goto(`/client/#/reports/${report}/write`);
    await expect(form.locator(".tea-returned")).toContainText("Please name the topics");
    await form
      .getByLabel("Factual knowledge", { exact: true })
      .fill("Amelia knows lenses well; prisms and their spectra need work.");
    await expect(form.locator(".tea-head")).toContainText("Saved");
    await submit();
  });

  await test.step("the office checks and approves it by keys", async () => {
    await page.goto(`/#/system/reports?status=submitted&view=queue&report=${report}`);
    await page.reload();
    await expect(page.locator(".sr-queue")).toContainText("prisms and their spectra need work");
    await page.keyboard.press("c");
    await expect.poll(() => statusOf(admin, `/report/${report}`)).toBe("checked");
    await page.goto(`/#/system/reports?status=checked&view=queue&report=${report}`);
    await expect(button(page.locator(".sr-queue footer"), /^Approve/)).toBeEnabled();
    await page.keyboard.press("a");
    await expect.poll(() => statusOf(admin, `/report/${report}`)).toBe("approved");
  });

  await test.step("it is printed, and mailed to the family with its PDF", async () => {
    await page.goto(`/#/system/reports?report=${report}`);
    await button(drawer(page), "PDF").click();
    await expect(page.locator("canvas").first()).toBeVisible();
    await page.keyboard.press("Escape");
    const earlier = mailsTo("client@staffroom.example").length;
    await button(drawer(page), "Mail to family").click();
    await button(dialog(page, "Mail report to family?"), "Mail report").click();
    await expect
      .poll(() =>
        mailsTo("client@staffroom.example")
          .slice(earlier)
          .some((mail) => mail.includes(course.subject) && mail.includes("application/pdf")),
      )
      .toBe(true);
  });

  const family = await windowOf(browser, "client", phone, "/system/reports");
  await test.step("the family reads it", async () => {
    await family.getByRole("searchbox").fill(course.subject);
    await expect(rowsOf(family)).toHaveCount(1);
    await rowsOf(family).getByRole("link").first().click();
    await expect(drawer(family)).toContainText("prisms and their spectra need work");
    await expect(drawer(family)).not.toContainText("Please name the topics");
    await family.context().close();
  });

  await test.step("the predicted grade is listed with the others, and is exported", async () => {
    await page.goto(`/#/academic-office/predicted-grades?courseId=${course.id}`);
    await settled(page);
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(rowsOf(page)).toContainText("Term report");
    const coming = page.waitForEvent("download");
    await button(page.locator("main"), "Export").click();
    await page.getByText("Spreadsheet (XLSX)").click();
    expect((await coming).suggestedFilename()).toMatch(/\.xlsx$/);
  });

  await test.step("a journal entry of the course is written in the client application, and a mentioned person reads it", async () => {
    const spoken = `Spoke with the family about the prisms of ${course.subject}`;
    const [reader] = await admin.get<{ name: string }[]>("/users", {
      search: "academic@staffroom",
      page: 1,
      pageSize: 10,
    });
    await onPhone.setViewportSize(desk);
    await onPhone.goto(`/client/#/courses/${course.id}/journal`);
    await button(onPhone.locator("main"), "Write entry").click();
    const entry = dialog(onPhone, "Journal entry");
    await entry.getByLabel("Entry").fill(spoken);
    // The list is virtual: a name far down is drawn only after it is typed.
    const people = entry.getByRole("combobox", { name: "People" });
    await people.fill(reader?.name ?? "");
    await onPhone
      .locator(".ant-select-dropdown:visible")
      .getByTitle(reader?.name ?? "", { exact: true })
      .click();
    await people.press("Escape");
    await button(entry, "Add entry").click();
    await expect(entry).toBeHidden();

    await page.goto(`/#/journal?unread=true&search=${course.subject}`);
    const row = page.getByRole("button", { name: new RegExp(course.subject) });
    await expect(row.locator(".tea-new")).toHaveText("New");
    await row.click();
    await expect(page.getByRole("article")).toContainText(spoken);
    await expect(row).toHaveCount(0);
    await page.goto(`/#/journal?search=${course.subject}`);
    await expect(row).toHaveCount(1);
    await expect(row.locator(".tea-new")).toHaveCount(0);
  });
  await onPhone.context().close();
});

test(
  "a collection of the term is called, held and approved, and the family reads it",
  all,
  async ({ browser, page, admin }) => {
    const year = await admin.get<Year>("/academic-years/current");
    const course = await ofTutorAndStudent(admin, year.id, "active", 1);
    await openAs(page, "academic", "/system/collectionreports?call=true");
    const call = dialog(page, "Call collections");
    await choose(page, call, /^Term/, "Michaelmas");
    await call.getByLabel("Interview", { exact: true }).fill(day(before(0)));
    await call.getByLabel("Interview", { exact: true }).press("Enter");
    await call.getByRole("combobox", { name: "Interviewers" }).fill("Edward Wang");
    await page.getByTitle("Edward Wang, tutor", { exact: true }).first().click();
    await call.getByRole("searchbox", { name: "Search courses" }).fill(course.subject);
    await call.getByRole("checkbox", { name: new RegExp(course.subject) }).check();
    await button(call, "Call the students of 1 course").click();
    await expect(call.getByRole("status")).toContainText("1 report called for");
    const [made] = await admin.get<{ id: number }[]>("/collectionreports", {
      courseId: course.id,
      page: 1,
      pageSize: 10,
    });
    const collection = made?.id ?? 0;

    const tutor = await windowOf(browser, "tutor", desk, `/collectionreports/${collection}/write`);
    await expect(tutor.getByRole("complementary", { name: "The term" })).toContainText("Tutorials attended");
    for (const name of sections)
      await tutor.locator(`[data-field="${name}"] [contenteditable="true"]`).fill(`Agreed on ${name} in the interview`);
    await expect(tutor.getByText("Every section is written")).toBeVisible();
    await button(tutor.locator(".tea-foot"), "Submit").click();
    await tutor.getByRole("button", { name: "Submit report", exact: true }).click();
    await expect(tutor.locator(".tea-head")).toContainText("Submitted");

    await page.goto(`/#/system/collectionreports?collection=${collection}`);
    await button(drawer(page), "Approve").click();
    await page.getByRole("button", { name: "Approve report", exact: true }).click();
    await expect(drawer(page)).toContainText("Approved");
    await tutor.context().close();
    const family = await windowOf(browser, "client", phone, `/system/collectionreports?collection=${collection}`);
    await expect(drawer(family)).toContainText("Agreed on cat1 in the interview");
    await family.context().close();
  },
);

/** The cell with the content of a week in the study plan. */
const content = (page: Page, week: string) =>
  page
    .getByRole("grid", { name: "Weeks of the study plan" })
    .getByRole("row", { name: new RegExp(`^${week}\\b`) })
    .getByRole("gridcell")
    .first();
const statusOf = async (admin: Api, path: string) => (await admin.get<{ status: string }>(path)).status;
