import { mkdirSync } from "node:fs";
import type { Page } from "@playwright/test";
import { faults } from "./axe";
import {
  Api,
  arriveAt,
  button,
  choose,
  dialog,
  expect,
  heading,
  londonDay,
  openAnewAs,
  openAs,
  rowsOf,
  signInToClient,
  test,
  unique,
} from "./fixtures";

const desk = { width: 1280, height: 720 };
type Row = { id: number };

/** The account `tutor`, who is tutor 1, and the account `student`, who sits exams as candidate 2. */
const tutor = 1;
const student = 1;
const candidate = 2;

/** A page of the client application, whose addresses are below `/client/`. */
const arriveInClient = async (page: Page, route: string): Promise<void> => {
  await page.goto(`/client/#${route}`);
  await expect(page.locator("main")).toHaveAttribute("data-path", route);
  await expect(page.locator("[aria-busy='true']")).toHaveCount(0);
};

/** Saves a picture of the page if `TRIAL_SHOTS` names a folder. */
async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.TRIAL_SHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png` });
}

const dayFromNow = (days: number): string => londonDay(new Date(Date.now() + days * 86_400_000));

test("a trial exam is set, marked by the tutor, released, and appears in the tutor's report", async ({
  page,
  admin,
  playwright,
  baseURL,
}) => {
  test.setTimeout(240_000);
  await page.setViewportSize(desk);
  const name = unique("Trials");
  const course = (
    await admin.post<Row>("/courses", {
      subject: "Physics",
      level: "A-level",
      board: "AQA",
      type: "indiv",
      status: "active",
    })
  ).id;
  const cws = (await admin.post<Row>("/courses/students", { courseId: course, studentId: student, status: "active" }))
    .id;
  await admin.post("/courses/tutors", { courseId: course, tutorId: tutor });
  const series = (await admin.post<Row>("/system/examseries", { name, type: "trial", season: "january", year: 2030 }))
    .id;
  const exam = (
    await admin.post<Row>("/exam", {
      seriesId: series,
      name,
      board: "AQA",
      level: "A-level",
      subject: "Physics",
      code: "7408",
      papers: 1,
    })
  ).id;
  await admin.post("/exams/components", {
    examId: exam,
    code: "7408/1",
    kind: "written",
    sittingDate: londonDay(),
    session: "am",
    minutes: 60,
  });
  const entry = (await admin.post<Row>("/exams/entries", { candidateId: candidate, examId: exam })).id;
  // Teaching learns of the course by its event.
  let report = 0;
  await expect(async () => {
    const asked = {
      cwsId: cws,
      tutorId: tutor,
      dateFrom: dayFromNow(-30),
      dateTo: dayFromNow(10),
      deadline: `${dayFromNow(20)}T17:00:00Z`,
    };
    ({ id: report } = await admin.post<Row>("/report/call", asked));
  }).toPass({ timeout: 30_000 });

  const [title, comment] = [unique("Questions"), unique("Clear")];
  let paper = 0;
  await test.step("the office adds the question paper with its file", async () => {
    await openAs(page, "exams", `/exams/series/${series}/trialpapers`);
    await page.goto("/#/trialexams/papers?new=true");
    const form = dialog(page, /paper/i);
    await choose(page, form, "Paper", new RegExp(`^${name}:`));
    await choose(page, form, "Kind", "Question paper");
    await form.getByRole("textbox", { name: "Title" }).fill(title);
    await form.getByRole("textbox", { name: "Marks" }).fill("80");
    await shot(page, "new-paper");
    await form.getByRole("button", { name: /^Add/ }).click();
    await expect(form).toBeHidden();
    [{ id: paper }] = await admin.get<[Row]>("/trialexams/papers", { seriesId: series, page: 1, pageSize: 10 });
    const content = { name: `${title}.txt`, mimeType: "text/plain", buffer: Buffer.from("State Newton's second law.") };
    await admin.send("POST", "/system/uploader", {
      multipart: { uploadType: "document", entityType: "trialPaper", entityTypeId: String(paper), file: content },
    });
    await arriveAt(page, `/trialexams/papers/${paper}/files`);
    await expect(page.locator("main")).toContainText(title);
    expect(await faults(page)).toEqual([]);
    await shot(page, "paper-files");
  });
  const [file] = await admin.get<Row[]>("/files", { entityType: "trialPaper", entityTypeId: paper });
  const calls = await playwright.request.newContext({ baseURL });
  const [asStudent, asTutor] = [new Api(calls, "student", signInToClient), new Api(calls, "tutor", signInToClient)];

  await test.step("the candidate cannot open it before its release", async () => {
    await expect(asStudent.get(`/file/${file?.id}`)).rejects.toThrow(/40[24]/);
    await expect(asStudent.get(`/trialexams/papers/${paper}`)).rejects.toThrow(/404/);
    expect(await asStudent.get<Row[]>("/files", { search: title, page: 1, pageSize: 10 })).toEqual([]);
    await asTutor.get(`/file/${file?.id}`);
    await openAnewAs(page, "student", "/my/trialpapers", "client");
    await expect(heading(page, "My trial papers")).toBeVisible();
    await expect(page.locator("main")).not.toContainText(title);
  });

  await test.step("after its release it can be opened", async () => {
    await admin.put(`/trialexams/papers/${paper}`, "releasedFrom", new Date(Date.now() - 60_000).toISOString());
    await asStudent.get(`/file/${file?.id}`);
    await page.reload();
    await page.getByRole("link", { name: title }).click();
    await expect(heading(page, title)).toBeVisible();
    await page.getByRole("tab", { name: "Files" }).click();
    await expect(rowsOf(page).filter({ hasText: title })).toBeVisible();
    await shot(page, "candidate-paper");
  });

  const [mark] = await admin.get<Row[]>("/trialexams/marking", { seriesId: series, page: 1, pageSize: 10 });
  await test.step("the tutor finds it on home and marks it", async () => {
    await openAnewAs(page, "tutor", "/", "client");
    await page
      .getByRole("navigation", { name: "Waiting for me, by kind" })
      .getByRole("link", { name: /^Trial exams to mark/ })
      .click();
    await expect(heading(page, "Trial exams to mark")).toBeVisible();
    await shot(page, "to-mark");
    await arriveInClient(page, `/trialexams/marking/${mark?.id}`);
    const field = (of: string) => page.locator(`[data-field='${of}']`);
    await button(page.locator("main"), "Marked").click();
    await expect(page.getByText("Please enter the mark").first()).toBeVisible();
    await page.keyboard.press("Escape");
    for (const [of, value] of [
      ["mark", "61"],
      ["grade", "A"],
      ["comment", comment],
    ] as const) {
      await field(of).locator("input, textarea").first().fill(value);
      await field(of).locator("input, textarea").first().blur();
      await expect(field(of).getByText("Saved")).toBeVisible();
    }
    await expect(field("maxMark").locator("input").first()).toHaveValue("80");
    expect(await faults(page)).toEqual([]);
    await shot(page, "mark");
    await button(page.locator("main"), "Marked").click();
    await expect(page.getByText(/is marked$/)).toBeVisible();
    await page.getByRole("tab", { name: "Papers and mark schemes" }).click();
    await expect(page.locator("main")).toContainText(title);
    await shot(page, "marked");
  });

  await test.step("the candidate sees no result before its release", async () => {
    await openAnewAs(page, "student", "/my/trialresults", "client");
    await expect(heading(page, "My trial results")).toBeVisible();
    await expect(page.locator("main")).not.toContainText(name);
    const [row] = await asStudent.get<{ result: string }[]>("/exams/results", { series, page: 1, pageSize: 10 });
    expect(row?.result).toBe("");
    expect((await asStudent.get<{ result: string }>(`/exams/entries/${entry}`)).result).toBe("");
  });

  await test.step("the office releases the results", async () => {
    await openAnewAs(page, "exams", `/exams/series/${series}/trialmarks`);
    await expect(page.locator("main")).toContainText("Marked");
    await button(page.locator("main"), "Release trial results").click();
    await shot(page, "release");
    await button(dialog(page, "Release trial results?"), "Release results").click();
    await expect(page.getByText("Released: 1 result")).toBeVisible();
    await expect(button(page.locator("main"), "Release trial results")).toBeHidden();
  });

  await test.step("the candidate sees the result", async () => {
    await openAnewAs(page, "student", `/my/trialresults?search=`, "client");
    await expect(rowsOf(page).filter({ hasText: name })).toContainText(comment);
    await shot(page, "candidate-result");
  });

  await test.step("the report that the tutor writes has it as a mock", async () => {
    await expect
      .poll(
        async () =>
          (await admin.get<{ mocks: { comment: string }[] }>(`/report/${report}`)).mocks.filter(
            (one) => one.comment === comment,
          ).length,
        { timeout: 30_000 },
      )
      .toBe(1);
    await openAnewAs(page, "tutor", `/reports/${report}/write`, "client");
    const mock = page
      .locator(".tea-form")
      .getByRole("row", { name: /from trial exams/ })
      .filter({ hasText: comment });
    await mock.scrollIntoViewIfNeeded();
    await expect(mock).toContainText(comment);
    expect(await faults(page)).toEqual([]);
    await shot(page, "report");
  });
  await calls.dispose();
});
