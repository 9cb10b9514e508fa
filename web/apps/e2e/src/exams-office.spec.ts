import { faults } from "./axe";
import { button, dialog, expect, heading, openAs, test, unique } from "./fixtures";

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 720 };
type Row = { id: number; name?: string; status?: string; candidateId?: number };

test("a series goes from its entries to the dispatch of its scripts @all", async ({ page, admin }) => {
  test.setTimeout(240_000);
  const name = unique("Series");
  const day = new Date().toISOString().slice(0, 10);
  const titleOf = async (path: string) => (await admin.get<{ title: string }[]>(path))[0]?.title;
  const board = await titleOf("/system/boards");
  const subject = await titleOf("/system/exam/subjects");
  const level = await titleOf("/system/exam/levels");
  const series = (await admin.post<Row>("/system/examseries", { name, type: "public", season: "summer", year: 2030 }))
    .id;
  const exam = (
    await admin.post<Row>("/exam", { seriesId: series, name, board, level, subject, code: "9999", papers: 1 })
  ).id;
  const paper = (
    await admin.post<Row>("/exams/components", {
      examId: exam,
      code: "9999/1",
      kind: "written",
      sittingDate: day,
      session: "am",
      minutes: 60,
    })
  ).id;
  await admin.post("/exams/deadlines", { seriesId: series, board, kind: "entries", dueOn: day });
  const last = unique("Candidate");
  const candidate = (await admin.post<Row>("/candidates", { firstName: "Ada", lastName: last, status: "active" })).id;
  const entry = (await admin.post<Row>("/exams/entries", { candidateId: candidate, examId: exam })).id;

  await test.step("the office enters the candidate, and sees the due tasks", async () => {
    await page.setViewportSize(desk);
    await openAs(page, "exams", "/exams");
    await expect(heading(page, "Exams office")).toBeVisible();
    await expect(page.locator("main")).toContainText(name);
    expect(await faults(page)).toEqual([]);
    await page.goto(page.url().replace(/#.*/, `#/exams/entries/${entry}`));
    await button(page.locator("main"), "Enter").click();
    await expect(page.getByText(`is entered for`)).toBeVisible();
  });

  await test.step("an anomaly states the problem and how to correct it", async () => {
    await page.goto(page.url().replace(/#.*/, `#/exams/a2c-anomalies?candidateId=${candidate}`));
    await expect(page.locator("main")).toContainText("Identity not seen");
    await expect(page.locator("main").getByRole("link", { name: "Mend" }).first()).toBeVisible();
  });

  const location = (await admin.post<Row>("/locations", { title: unique("Hall"), type: "room", status: "active" })).id;
  const room = (await admin.post<Row>("/exams/rooms", { locationId: location, capacity: 5 })).id;
  const at = new Date(Date.now() + 60_000);
  const body = {
    seriesId: series,
    title: unique("Morning"),
    roomId: room,
    starts: at.toISOString(),
    ends: new Date(at.getTime() + 3_600_000).toISOString(),
  };
  const session = (await admin.post<Row>("/exams/sessions", body)).id;

  await test.step("a second session in the room is refused with the reason", async () => {
    await expect(admin.post("/exams/sessions", { ...body, title: unique("Again") })).rejects.toThrow(
      /another session at this time/,
    );
  });

  await test.step("the paper is seated and the roster drafted", async () => {
    await admin.post(`/exams/sessions/${session}/seat`, { componentId: paper });
    await page.goto(page.url().replace(/#.*/, `#/exams/sessions/${session}/seats`));
    await expect(page.locator("main")).toContainText(last);
    await button(page.locator("main"), "Draft the roster").click();
    await expect(page.getByText("Invigilators are invited")).toBeVisible();
  });

  await test.step("a packet is opened only by two people", async () => {
    const packet = (
      await admin.post<Row>("/exams/papers", { componentId: paper, barcode: unique("Packet"), copies: 5 })
    ).id;
    for (const move of ["receive", "store"])
      await admin.post(`/exams/papers/${packet}/${move}`, { place: "Exam store" });
    await page.goto(page.url().replace(/#.*/, `#/exams/papers/${packet}`));
    await button(page.locator("main"), "Open packet").click();
    await expect(dialog(page, /Open packet/)).toContainText("Two people check it");
    await page.keyboard.press("Escape");
    const [second] = await admin.get<{ value: number }[]>("/staff/names", { search: "e" });
    await admin.post(`/exams/papers/${packet}/open`, {
      secondId: second?.value,
      checked: `${day}, 9999/1`,
      agreed: true,
    });
    await admin.post(`/exams/papers/${packet}/pack`, { place: "Exam store" });
    await admin.post(`/exams/papers/${packet}/dispatch`, { tracking: "PF00000001GB" });
    await page.goto(page.url().replace(/#.*/, `#/exams/papers/${packet}/log`));
    await expect(page.locator("main")).toContainText("Dispatched");
  });

  await test.step("on the exam day a phone marks a late candidate", async () => {
    await page.setViewportSize(phone);
    await page.goto(page.url().replace(/#.*/, "#/exams/day2day"));
    const row = page.getByRole("listitem").filter({ hasText: last });
    await button(row, "Late").click();
    await expect(button(row, "Late")).toHaveAttribute("aria-pressed", "true");
    const [seat] = await admin.get<Row[]>("/exams/seats", { candidateId: candidate, page: 1, pageSize: 10 });
    expect(seat?.status).toBe("late");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  });
});

test("candidates are seated, invigilators assigned, and the register is kept offline", async ({
  page,
  admin,
  context,
}) => {
  test.setTimeout(240_000);
  const day = new Date().toISOString().slice(0, 10);
  const titleOf = async (path: string) => (await admin.get<{ title: string }[]>(path))[0]?.title;
  const [board, subject, level] = [
    await titleOf("/system/boards"),
    await titleOf("/system/exam/subjects"),
    await titleOf("/system/exam/levels"),
  ];
  const series = (
    await admin.post<Row>("/system/examseries", {
      name: unique("Series"),
      type: "public",
      season: "summer",
      year: 2031,
    })
  ).id;
  const exam = (
    await admin.post<Row>("/exam", { seriesId: series, name: "Paper", board, level, subject, code: "9998", papers: 1 })
  ).id;
  await admin.post("/exams/components", {
    examId: exam,
    code: "9998/1",
    kind: "written",
    sittingDate: day,
    session: "pm",
    minutes: 60,
  });
  const last = unique("Candidate");
  const candidate = (await admin.post<Row>("/candidates", { firstName: "Ada", lastName: last, status: "active" })).id;
  await admin.post("/exams/entries", { candidateId: candidate, examId: exam });
  const location = (await admin.post<Row>("/locations", { title: unique("Hall"), type: "room", status: "active" })).id;
  const room = (await admin.post<Row>("/exams/rooms", { locationId: location, capacity: 20, rows: 5, columns: 4 })).id;
  const seated = await admin.post<{ seated: number; sessions: number[] }>("/exams/sittings", {
    seriesId: series,
    day,
    session: "pm",
    rooms: [room],
  });
  expect(seated.seated).toBe(1);
  const [session] = seated.sessions;

  await test.step("a candidate is moved on the plan by the keyboard", async () => {
    await page.setViewportSize(desk);
    await openAs(page, "exams", `/exams/sessions/${session}/plan`);
    await page.getByRole("button", { name: /^Seat 1 \d/ }).press("Enter");
    await page.getByRole("button", { name: "Seat 2 free" }).press("Enter");
    await expect(page.getByRole("button", { name: /^Seat 2 \d/ })).toContainText(last);
    expect(await faults(page)).toEqual([]);
  });

  await test.step("the documents of the session are fetched as PDF", async () => {
    await button(page.locator("main"), "Documents").click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "Attendance register" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`exam-register-${session}.pdf`);
  });

  await test.step("the roster shows the objections to each invigilator", async () => {
    await page.goto(page.url().replace(/#.*/, `#/exams/sessions/${session}/roster`));
    await page
      .getByRole("button", { name: /^Invite / })
      .and(page.locator(":enabled"))
      .first()
      .click();
    await expect(page.getByText("is invited. The mail goes out")).toBeVisible();
  });

  await test.step("marks made offline are sent once online", async () => {
    await page.setViewportSize(phone);
    await page.goto(page.url().replace(/#.*/, "#/exams/day2day"));
    const row = page.getByRole("listitem").filter({ hasText: last });
    await expect(row).toBeVisible();
    await context.setOffline(true);
    await button(row, "Present").click();
    await expect(button(row, "Present")).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByText(/1 marks are kept on this device/)).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(/marks are kept on this device/)).toBeHidden({ timeout: 30_000 });
    const [seat] = await admin.get<Row[]>("/exams/seats", { candidateId: candidate, page: 1, pageSize: 10 });
    expect(seat?.status).toBe("present");
    await button(page.locator("main"), "Evacuation").click();
    await expect(
      page.getByRole("listitem").filter({ hasText: last }).getByRole("checkbox", { name: "Outside" }),
    ).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  });

  await test.step("a packet is moved by its bar code", async () => {
    const [paper] = await admin.get<Row[]>("/exams/components", { examId: exam, page: 1, pageSize: 10 });
    const barcode = unique("Packet");
    await admin.post("/exams/papers", { componentId: paper?.id, barcode, copies: 5 });
    await page.goto(page.url().replace(/#.*/, "#/exams/scan"));
    await page.getByLabel("Bar code").fill(barcode);
    await page.getByLabel("Storage place").fill("Exam store");
    await button(page.locator("main form"), "Received").click();
    await expect(page.getByRole("listitem").filter({ hasText: barcode })).toContainText("Received");
  });
});

test("tables, trial exams and the summer of 2020 open at their old addresses", async ({ page }) => {
  await openAs(page, "exams", "/exams/tables/board");
  await expect(page).toHaveURL(/#\/exams\/entries\?figures=board/);
  for (const [address, title] of [
    ["/trialexams/list", "Trial exams"],
    ["/trialexams/series", "Trial series"],
    ["/summerExams2020/listCandidates", "Summer exams 2020"],
    ["/cagreferencelist", "Teacher references"],
    ["/cagbriefing", "Assessed grades"],
  ] as const) {
    await page.goto(page.url().replace(/#.*/, `#${address}`));
    await expect(heading(page, title)).toBeVisible();
  }
});

test("a teacher answers by a link, without an account", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  const answer = await page.goto("/api/v1/public/examreference/1-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
  expect(answer?.status()).toBe(404);
  await context.close();
});
