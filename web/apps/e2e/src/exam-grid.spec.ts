import { faults } from "./axe";
import { button, copied, dialog, expect, openAs, test, unique } from "./fixtures";

type Row = { id: number; title: string; status: string; examId: number; candidateId: number };

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("entries of a series are planned in a grid by keys, pasted after a preview, and submitted together", async ({
  page,
  admin,
}) => {
  const [board, subjects, level] = [
    (await admin.get<Row[]>("/system/boards"))[0],
    await admin.get<Row[]>("/system/exam/subjects"),
    (await admin.get<Row[]>("/system/exam/levels"))[0],
  ];
  const series = (
    await admin.post("/system/examseries", { name: unique("Series"), type: "public", season: "summer", year: 2033 })
  ).id;
  const exams = await Promise.all(
    [0, 1].map(
      async (place) =>
        (
          await admin.post("/exam", {
            seriesId: series,
            name: `Exam ${place}`,
            board: board?.title,
            level: level?.title,
            subject: subjects[place]?.title,
            code: `77${place}0`,
            papers: 1,
          })
        ).id,
    ),
  );
  const last = unique("Grid");
  const people: number[] = [];
  for (const firstName of ["Ada", "Ben"])
    people.push((await admin.post("/candidates", { firstName, lastName: last, status: "active" })).id);
  for (const candidateId of people) await admin.post("/exams/candidacies", { candidateId, seriesId: series });
  const states = async () =>
    (await admin.get<Row[]>("/exams/entries", { series, page: 1, pageSize: 10 }))
      .filter(({ status }) => status !== "withdrawn")
      .map(({ candidateId, examId, status }) => [people.indexOf(candidateId), exams.indexOf(examId), status])
      .toSorted();

  await openAs(page, "exams", `/exams/series/${series}/grid`);
  const grid = page.getByRole("grid");
  await expect(grid.getByRole("row").filter({ hasText: last })).toHaveCount(2);
  const cell = (row: number, column: number) => page.locator(`[data-at="${row}:${column}"]`);
  const rows = await grid.getByRole("row").filter({ hasText: last }).allTextContents();
  const ada = rows.findIndex((text) => text.includes("Ada"));

  await test.step("Space plans an entry, and withdraws it", async () => {
    await cell(ada, 1).click();
    await page.keyboard.press("Space");
    await expect(cell(ada, 1)).toContainText("Planned");
    await expect.poll(states).toHaveLength(1);
    await page.keyboard.press("Space");
    await expect.poll(states).toEqual([]);
    await page.keyboard.press("Space");
    await expect.poll(states).toHaveLength(1);
    expect(await faults(page)).toEqual([]);
  });
  await test.step("a pasted block is previewed first", async () => {
    await cell(0, 2).click();
    await copied(page, "x\nx\n");
    await page.keyboard.press("Control+V");
    const trial = dialog(page, "Pasted entries");
    await expect(trial).toContainText(`Ben ${last}`);
    expect(await states()).toHaveLength(1);
    await button(trial, "Plan entries").click();
    await expect.poll(states).toHaveLength(3);
    await page.keyboard.press("Escape");
  });
  await test.step("selected entries are submitted together, and afterwards change only by their moves", async () => {
    await cell(0, 2).click();
    await page.keyboard.press("Shift+ArrowDown");
    await button(page.locator("main"), /^Enter all 2/).click();
    await button(dialog(page, /^Enter/), "Enter entries").click();
    await expect.poll(async () => (await states()).filter(([, , status]) => status === "entered")).toHaveLength(2);
    await page.keyboard.press("Escape");
    await cell(0, 2).click();
    await expect(page.locator("main")).toContainText("Amend or withdraw it with a reason");
    await page.screenshot({ path: test.info().outputPath("grid.png") });
  });
});
