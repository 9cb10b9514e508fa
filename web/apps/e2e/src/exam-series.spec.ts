import type { Page } from "@playwright/test";
import { faults } from "./axe";
import { mailsTo } from "./mails";
import {
  Api,
  button,
  choose,
  dialog,
  editor,
  expect,
  openAnewAs,
  openAs,
  openClientAs,
  rowsOf,
  signInToClient,
  test,
  unique,
} from "./fixtures";

type Row = { id: number; name?: string; title?: string; status?: string };
type Billed = { entryStatus: string; status: string; billed: number; invoiceId: number | null; reason: string };

const today = () => new Date().toISOString().slice(0, 10);
const page1 = { page: 1, pageSize: 10 } as const;

/** Chooses the series and the board of an exchange. */
async function chooses(page: Page, series: string): Promise<void> {
  const main = page.locator("main");
  for (const [label, option] of [
    ["Series", series],
    ["Board", "CAIE"],
  ] as const) {
    await main.getByRole("combobox", { name: label }).click();
    if (label === "Series") await page.keyboard.type(option);
    await page.locator(".ant-select-dropdown:visible").getByText(option, { exact: true }).click();
  }
}

/** Uploads a file of the board, previews the import, and imports it. */
async function imports(page: Page, name: string, content: string): Promise<void> {
  const main = page.locator("main");
  await button(main, "Upload").click();
  const upload = dialog(page, /^Upload/);
  await upload.getByLabel("Choose files").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) });
  await button(upload, "Upload files").click();
  await button(main, "Try file").click();
  await expect(main.getByRole("status")).toContainText("A trial: ");
  await button(main, "Import file").click();
  await expect(main.getByRole("status")).toContainText("Imported: ");
}

test("a series goes from basedata to results: entries of a course and a sheet, an amendment file, paid fees, a chased deadline", async ({
  page,
  admin,
  request,
}) => {
  test.setTimeout(300_000);
  const main = page.locator("main");
  const [name, last] = [unique("Series"), unique("Examinee")];
  const code = String(Date.now()).slice(-5);
  const series = (await admin.post<Row>("/system/examseries", { name, type: "public", season: "summer", year: 2032 }))
    .id;
  await admin.put(`/system/examseries/${series}`, "state", "entries");
  const level = (await admin.get<Row[]>("/system/exam/levels"))[0]?.title ?? "";
  const subject = (await admin.get<Row[]>("/system/exam/subjects"))[0]?.title ?? "";
  const makes = async (firstName: string) => {
    const student = await admin.post<Row>("/students", {
      firstName,
      lastName: last,
      status: "active",
      departmentId: 1,
      email: `${last.toLowerCase()}@staffroom.example`,
    });
    const fields = { firstName, lastName: last, status: "active", studentId: student.id, birthDate: "2009-05-04" };
    return { student: student.id, candidate: (await admin.post<Row>("/candidates", fields)).id };
  };
  const [ada, ben] = [await makes("Ada"), await makes("Ben")];
  const course = (
    await admin.post<Row>("/courses", { subject: "Mathematics", level: "GCSE", type: "indiv", status: "active" })
  ).id;
  await admin.post("/courses/students", { courseId: course, studentId: ada.student, status: "active" });
  const number = String(1000 + (Date.now() % 8999));
  let exam = 0;
  const entryOf = async (candidate: number) =>
    (await admin.get<Row[]>("/exams/entries", { candidateId: candidate, series, ...page1 }))[0] as Row;
  const billedOf = async (candidate: number) =>
    (await admin.get<Billed[]>("/invoices/exams", { candidateId: candidate, ...page1 }))[0];

  await test.step("basedata of a board without files is imported from a sheet, after a preview", async () => {
    await openAs(page, "exams", "/exams/exchange");
    await chooses(page, name);
    const sheet = `Syllabus,Title,Level,Option,Tier,Fee,Paper,Date,Session,Minutes\n${code},${subject},${level},${code}A,,45.00,${code}/1,${today()},am,60\n`;
    await imports(page, `${code}.csv`, sheet);
    await expect(main.getByRole("status")).toContainText("3 added");
    const [made] = await admin.get<Row[]>("/exam", { seriesId: series, ...page1 });
    exam = made?.id ?? 0;
  });

  await test.step("a whole course is entered, and a sheet adds candidates without a course", async () => {
    const [like] = await admin.get<Row[]>("/invoice/examFees", page1);
    const fee = await admin.get<{ boardSubAccountId: number; ownSubAccountId: number }>(
      `/invoice/examFees/${like?.id}`,
    );
    await admin.post("/invoice/examFees", {
      examId: exam,
      boardSubAccountId: fee.boardSubAccountId,
      ownSubAccountId: fee.ownSubAccountId,
      boardFee: 4500,
      perPaperFee: 4500,
      speaking: false,
    });
    await page.goto(page.url().replace(/#.*/, `#/exams/exams/${exam}`));
    await button(main, "Enter a course").click();
    const form = dialog(page, "Enter a course");
    await form.getByRole("combobox", { name: "Course" }).click();
    await page.keyboard.type(last);
    await page.locator(".ant-select-dropdown:visible .ant-select-item-option").first().click();
    await expect(form.getByRole("status")).toContainText(`Ada ${last}`);
    await button(form, "Plan entries").click();
    await expect(form.getByRole("status")).toContainText("Done: 1 entry planned");
    await button(form, "Close").last().click();
    await page.goto(page.url().replace(/#.*/, "#/exams/exchange"));
    await chooses(page, name);
    await admin.put(`/candidates/${ben.candidate}`, "candidateNumber", number);
    await main.getByLabel("Cells of the sheet").fill(`Candidate\t${code}A\n${number}\tx\nNobody\tx\n`);
    await button(main, "Try entries").click();
    await expect(main.getByText("A trial: 1 entry planned")).toBeVisible();
    await expect(main.getByText("There is no candidate Nobody")).toBeVisible();
    await button(main, "Plan entries").click();
    await expect(main.getByText("Done: 1 entry planned")).toBeVisible();
  });

  await test.step("both entries are submitted in the list, a file is made, and an amendment gets its own file", async () => {
    await page.goto(page.url().replace(/#.*/, `#/exams/entries?series=${series}`));
    await expect(rowsOf(page)).toHaveCount(2);
    for (const { candidate } of [ada, ben])
      await admin.post(`/exams/entries/${(await entryOf(candidate)).id}/enter`, {});
    const files = async () =>
      admin.post<{ name: string; kind: string; entries: number; id: number }[]>("/exams/files/make", {
        seriesId: series,
        board: "CAIE",
        kind: "entries",
      });
    const [first] = await files();
    expect(first).toMatchObject({ entries: 2 });
    await expect(files()).rejects.toThrow(/Nothing has changed since the last file/);
    await admin.post(`/exams/entries/${(await entryOf(ben.candidate)).id}/withdraw`, { reason: "Moved abroad" });
    const [second] = await files();
    expect(second?.kind).not.toBe(first?.kind);
    expect(second?.entries).toBe(1);
    await page.goto(page.url().replace(/#.*/, `#/exams/files/${second?.id}`));
    await expect(main).toContainText(second?.name ?? "");
  });

  const duty = unique("Morning");
  await test.step("the fees are on a draft, which is issued and paid; the withdrawn entry owes nothing", async () => {
    await expect(async () => {
      expect((await billedOf(ada.candidate))?.invoiceId).toBeTruthy();
    }).toPass({ timeout: 30_000 });
    await expect(async () => {
      expect((await billedOf(ben.candidate))?.billed).toBe(0);
    }).toPass({ timeout: 30_000 });
    const invoice = (await billedOf(ada.candidate))?.invoiceId;
    await openAnewAs(page, "accounting", `/accounts/invoices?invoice=${invoice}`);
    await expect(editor(page).locator(".fin-lines tbody tr")).toHaveCount(2);
    const due = editor(page).getByRole("textbox", { name: "Due date" });
    await due.fill("31/12/26");
    await due.press("Enter");
    await expect(editor(page).getByText("Saved", { exact: true })).toBeVisible();
    await button(editor(page), "Send by email").click();
    await button(dialog(page, "Send by email"), "Send").click();
    await button(editor(page), "Enter payment").click();
    const entry = dialog(page, "Enter payment");
    await choose(page, entry, "Payment method", "credit card");
    await button(entry, "Enter payment").click();
    await expect(editor(page)).toContainText("Paid");
  });

  await test.step("a deadline is chased: the office is notified of missing data, and the list counts it", async () => {
    await admin.post("/exams/deadlines", {
      seriesId: series,
      board: "CAIE",
      kind: "forecasts",
      dueOn: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    });
    await admin.post("/jobs/people/schedules/reminders/run", {});
    await openAnewAs(page, "exams", `/exams/deadlines?search=${name}`);
    await expect(rowsOf(page)).toHaveCount(1);
    await expect(rowsOf(page)).toContainText("1");
    await expect(async () => {
      await page.goto(page.url().replace(/#.*/, "#/inbox"));
      await expect(main).toContainText(`Estimated grades for CAIE, ${name}`, { timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
  });

  await test.step("an invigilator is asked by mail and confirms by the link", async () => {
    const room = (
      await admin.post<Row>("/exams/rooms", {
        locationId: (await admin.post<Row>("/locations", { title: unique("Hall"), type: "room", status: "active" })).id,
        capacity: 5,
      })
    ).id;
    const starts = new Date(Date.now() + 9 * 86_400_000);
    const email = `${unique("inv").toLowerCase()}@staffroom.example`;
    const invigilator = (
      await admin.post<Row>("/invigilators", { firstName: "Ivy", lastName: unique("Watcher"), status: "active", email })
    ).id;
    const session = (
      await admin.post<Row>("/exams/sessions", {
        seriesId: series,
        title: duty,
        roomId: room,
        starts: starts.toISOString(),
        ends: new Date(starts.getTime() + 3_600_000).toISOString(),
      })
    ).id;
    await admin.post("/exams/invigilation", { sessionId: session, invigilatorId: invigilator, role: "invigilator" });
    await page.goto(page.url().replace(/#.*/, `#/exams/sessions/${session}`));
    await button(main, "Mail invitations").click();
    await button(dialog(page, /^Mail the invitations/), "Mail invitations").click();
    await expect(async () => {
      expect(mailsTo(email)).toHaveLength(1);
    }).toPass({ timeout: 30_000 });
    const link = /href="([^"]+)"/.exec(mailsTo(email)[0] ?? "")?.[1] ?? "";
    const own = await page.context().browser()?.newContext();
    const tab = await own?.newPage();
    await tab?.goto(link);
    await tab?.getByRole("button", { name: "Confirm", exact: true }).click();
    await expect(tab?.getByRole("status") ?? page.locator("nothing")).toContainText("You have confirmed");
    await own?.close();
    const [asked] = await admin.get<Row[]>("/exams/invigilation", { sessionId: session, ...page1 });
    expect(asked?.status).toBe("confirmed");
  });

  await test.step("only the office sees a result until its release, and then the candidate does", async () => {
    const own = new Api(request, "candidate", signInToClient);
    const mine = (await own.get<{ candidateId: number }[]>("/exams/entries", page1))[0]?.candidateId;
    const third = (await admin.post<Row>("/exams/entries", { candidateId: mine, examId: exam })).id;
    const seen = async () =>
      (await own.get<{ id: number; result: string; resultGrade?: string }[]>("/exams/results", page1)).find(
        ({ id }) => id === third,
      );
    await admin.post(`/exams/entries/${third}/enter`, {});
    const place = (
      await admin.get<{ id: number; number: string }[]>("/exams/entries", { candidateId: mine ?? 0, series, ...page1 })
    )[0]?.number;
    await openAnewAs(page, "exams", "/exams/exchange");
    await chooses(page, name);
    await imports(page, `results-${code}.csv`, `Candidate number,Option,Grade\n${place},${code}A,A\n9998,${code}A,B\n`);
    await expect(main.getByRole("status")).toContainText("1 refused");
    await expect(main.getByRole("status")).toContainText("No candidate of this series is");
    expect(await seen()).toMatchObject({ result: "" });
    expect(await seen()).not.toHaveProperty("resultGrade");
    await admin.put(`/system/examseries/${series}`, "resultsAt", new Date(Date.now() - 60_000).toISOString());
    expect(await seen()).toMatchObject({ result: "A" });
    await openClientAs(page, "candidate", "/my/results");
    const row = rowsOf(page).filter({ hasText: name });
    await expect(row).toContainText("A");
    await row.getByRole("link").first().click();
    await expect(page.locator("main h1")).not.toContainText("404");
    expect(await faults(page)).toEqual([]);
  });
});
