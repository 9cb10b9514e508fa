import type { Browser, BrowserContext, Page } from "@playwright/test";
import { button, choose, dialog, expect, londonTime, openAs, openClientAs, rowsOf, test, unique } from "./fixtures";

/**
 * One week of the demo provider, in both applications: booked, taught, written up, submitted, marked, reviewed, chased,
 * paid.
 */

/** The demo tutor teaches the demo student on each of these. */
const courses = { lesson: 152, seminar: 2, workshop: 1 } as const;
const edward = { kind: "tutor", id: 1 };
const amelia = { kind: "student", id: 1 };
const phone = { width: 390, height: 844 };

/** No tutorial of the demo data begins at this minute: those begin at full and half hours. */
const minute = 5 * Math.floor(Math.random() * 12) + 1 + Math.floor(Math.random() * 4);
/**
 * A separate hour for each run and each day: an evening some days ago, as UTC, as lists filter by it and as they show
 * it.
 */
function evening(daysAgo: number): { start: string; end: string; days: string; says: string } {
  const start = new Date(Date.now() - daysAgo * 86_400_000);
  start.setUTCHours(15 + (daysAgo % 6), minute, 0, 0);
  const end = new Date(start.getTime() + 3_600_000);
  const day = start.toISOString().slice(0, 10);
  return {
    start: start.toISOString(),
    end: end.toISOString(),
    days: `${day}..${day}`,
    says: `${londonTime(start)}–${londonTime(end)}`,
  };
}

const devices: BrowserContext[] = [];
test.afterEach(async () => {
  await Promise.all(devices.splice(0).map((one) => one.close()));
});

/** A user with their own browser. */
async function at(
  browser: Browser,
  username: string,
  route: string,
  app: "staff" | "client" = "client",
): Promise<Page> {
  const { baseURL } = test.info().project.use;
  const context = await browser.newContext({
    baseURL,
    viewport: app === "client" ? phone : { width: 1280, height: 720 },
  });
  devices.push(context);
  const page = await context.newPage();
  await (app === "client" ? openClientAs(page, username, route) : openAs(page, username, route));
  return page;
}

test("a week is booked, taught on a phone, submitted, marked, reviewed, chased and paid", async ({
  browser,
  page,
  admin,
}) => {
  test.setTimeout(240_000);
  const word = unique("Week ");
  const comment = `Amelia worked steadily through the questions of ${word.toLowerCase()} that were set for the hour.`;

  const book = (daysAgo: number, courseId: number) => {
    const { start, end } = evening(daysAgo);
    return admin.post("/events", {
      start,
      end,
      title: word,
      type: "tutorial",
      courseId,
      people: [edward, amelia],
      overrideReason: "A week of evening classes",
    });
  };

  /** The id in a list of the record of that evening. */
  const idIn = async (list: string, filter: string, daysAgo: number): Promise<number | undefined> => {
    const { start, days } = evening(daysAgo);
    const rows = await admin.get<{ id: number }[]>(list, {
      studentId: amelia.id,
      [filter]: days,
      page: 1,
      pageSize: 25,
    });
    return rows.find((row) => Date.parse(String((row as Record<string, unknown>)[filter])) === Date.parse(start))?.id;
  };
  /** An earlier tutorial that the student missed. */
  const absent = async (daysAgo: number) => {
    await book(daysAgo, courses.lesson);
    const place = () => idIn("/slip/unwritten", "start", daysAgo);
    await expect.poll(place).toBeDefined();
    await admin.post("/slip", { ewpId: await place(), present: "unplannedAbsence", saveOnly: true });
  };
  const slipOf = (daysAgo: number) => idIn("/slips", "tutorialDate", daysAgo);

  await test.step("the office books a series, sees who is busy, and takes the next free time", async () => {
    // A weekday in a distant week without events; different in each run.
    const day = new Date(Date.UTC(2028, 1, 28 + 7 * Math.floor(Math.random() * 150) + Math.floor(Math.random() * 5)))
      .toISOString()
      .slice(0, 10);
    await admin.post("/events", {
      title: `${word} exam`,
      type: "meeting",
      start: `${day}T08:00:00Z`,
      end: `${day}T10:00:00Z`,
      people: [edward],
    });
    await openAs(page, "academic", `/companyCalendar/day?day=${day}`);
    await button(page.locator("main"), "New event").click();
    const form = dialog(page, "New event");
    await form.getByRole("textbox", { name: "Title" }).fill(word);
    await choose(page, form, "Repeats", "Weekly");
    await form.getByLabel("Number of dates").fill("3");
    await form.getByLabel("People").fill("Edward Wang");
    await page.locator(".ant-select-dropdown").getByTitle(/tutor/).filter({ hasText: "Edward Wang" }).click();
    await form.getByRole("button", { name: "Book event" }).click();
    const taken = dialog(page, "Already booked");
    await expect(taken).toContainText(`${word} exam`);
    await taken.getByRole("button", { name: "Next free times" }).click();
    await taken.getByRole("list", { name: "Next free times" }).getByRole("button").first().click();
    await expect(page.locator(".ec-event").filter({ hasText: word }).filter({ hasNotText: "exam" })).toBeVisible();
  });

  await book(4, courses.lesson);
  await book(3, courses.seminar);
  await book(2, courses.workshop);
  await book(5, courses.lesson);
  for (const daysAgo of [9, 12]) await absent(daysAgo);

  const tutor = await at(browser, "tutor", "/slips/to-write");
  const form = tutor.locator(".tea-form");
  const begin = async (daysAgo: number, ...answers: string[]) => {
    const { days, says } = evening(daysAgo);
    // The latest first: a phone draws only the first rows of a day with a class.
    await tutor.goto(`/client/#/slips/to-write?start=${days}&status=none,saved&sort=-start`);
    const row = rowsOf(tutor).filter({ hasText: "Amelia Davies" }).filter({ hasText: says });
    await button(row, "Write the slip").click();
    for (const answer of answers) {
      const asked = tutor.getByRole("dialog");
      if (answer.startsWith("Because ")) {
        await asked.getByRole("textbox", { name: "Reason of absence" }).fill(answer);
        await button(asked, "Keep absence").click();
      } else await button(asked, answer).click();
    }
    // A slip of a seminar or a workshop is begun first, and written when its row is opened again.
    if (daysAgo < 4) await button(row, "Continue the slip").click();
    await expect(form).toBeVisible();
  };
  const comments = async (names: string[]) => {
    for (const name of names) await form.getByLabel(name).fill(comment);
  };
  const handIn = async () => {
    await expect(form.getByText("Saved", { exact: true }).last()).toBeVisible();
    await button(form, "Submit").click();
    await button(dialog(tutor, "Submit slip?"), "Submit slip").click();
    await expect(form.locator(".tea-head")).toContainText("Submitted");
    await button(form, "Close").first().click();
  };

  await test.step("the tutor writes the slip of a lesson: grades, ratings, comments", async () => {
    await begin(4, "Present", "On time");
    for (const grade of ["Reach", "Match", "Safety"])
      await form
        .getByRole("group", { name: new RegExp(`^${grade} grade:`) })
        .getByRole("radio", { name: "On track", exact: true })
        .check();
    await form.getByRole("radio", { name: "Organisation: 3, Good" }).check();
    for (let rest = 0; rest < 4; rest += 1) {
      await tutor.keyboard.press("ArrowDown");
      await tutor.keyboard.press("3");
    }
    await button(form, "Next").click();
    await form.getByRole("radio", { name: "Independent preparation: 4, Very good" }).check();
    await button(form, "Next").click();
    await comments(["Work covered", "Progress and understanding", "Next steps"]);
    await handIn();
  });

  await test.step("the slip of a seminar has no ratings, that of a missed workshop the absence", async () => {
    await begin(3, "Present", "On time");
    await comments(["Work covered", "Progress and understanding", "Next steps"]);
    await handIn();
    await begin(2, "Unplanned absence", "Because of an illness");
    await comments(["Work covered"]);
    await handIn();
  });

  await test.step("the register of a class has one exception, undone once and then saved", async () => {
    const { start, days } = evening(6);
    const students = [amelia, { kind: "student", id: 2 }, { kind: "student", id: 3 }];
    await admin.post("/events", {
      start,
      end: evening(6).end,
      title: word,
      type: "group",
      courseId: courses.seminar,
      people: [edward, ...students],
      overrideReason: "A week of evening classes",
    });
    type Unwritten = { id: number; start: string; eventId: number };
    const waiting = async () =>
      (
        await admin.get<Unwritten[]>("/slip/unwritten", { start: days, tutorId: edward.id, page: 1, pageSize: 100 })
      ).filter((row) => Date.parse(row.start) === Date.parse(start));
    await expect.poll(async () => (await waiting()).length).toBe(3);
    const event = (await waiting())[0]?.eventId;
    const statuses = async () =>
      (
        await admin.get<(Unwritten & { status: string })[]>("/slip/unwritten", {
          eventId: String(event),
          page: 1,
          pageSize: 10,
        })
      ).map(({ status }) => status);
    const keep = async () => {
      await tutor.goto(`/client/#/slips/register/${event}`);
      await tutor.getByRole("radio", { name: "Amelia Davies: Unplanned absence" }).check();
      await tutor.getByRole("textbox", { name: "Reason of absence of Amelia Davies" }).fill("Ill");
      await expect(tutor.getByRole("status").filter({ hasText: "2 present, 1 absent" })).toBeVisible();
      await button(tutor.locator("body"), "Save register").click();
      await expect.poll(statuses).toEqual(["saved", "saved", "saved"]);
    };
    await keep();
    await button(tutor.locator("body"), "Undo").click();
    await expect.poll(statuses).toEqual(["none", "none", "none"]);
    await keep();
  });

  const homework = `${word} essay`;
  await test.step("the tutor sets homework for the student", async () => {
    await tutor.goto("/client/#/homework?new=true");
    await form.getByRole("button", { name: /^History, A-level/ }).click();
    await form.getByRole("textbox", { name: /^Title/ }).fill(homework);
    await choose(tutor, form, "Type", "Written Assignment");
    await choose(tutor, form, "Students", "Amelia Davies");
    await tutor.keyboard.press("Escape");
    await form.getByRole("textbox", { name: "Instructions" }).fill("Answer all questions of the second paper.");
    await button(form, "Set homework").click();
    await button(dialog(tutor, "Set homework").last(), "Set homework").click();
    await expect(form).toBeHidden();
  });

  await test.step("the student hands it in, and reads no mark before it is released", async () => {
    const student = await at(browser, "student", "/homework?status=set");
    await student.getByRole("searchbox").fill(homework);
    await rowsOf(student).getByRole("link", { name: homework }).click();
    const work = student.locator(".tea-form");
    await work.getByRole("textbox", { name: "Your comment" }).fill("The last question was hard.");
    await button(work, "Submit homework").click();
    await button(dialog(student, "Submit homework?"), "Submit homework").click();
    await expect(work.locator(".tea-head")).toContainText("Submitted");

    await tutor.goto("/client/#/homework?status=submitted");
    await tutor.getByRole("searchbox").fill(homework);
    await rowsOf(tutor).getByRole("link", { name: homework }).click();
    await form.getByRole("textbox", { name: /^Mark/ }).fill("17/20");
    await choose(tutor, form, /^On time/, "Yes");
    await form.getByRole("textbox", { name: /^Quality/ }).fill("Good");
    await form.getByRole("textbox", { name: /^Effort/ }).fill("Very good");
    await form.getByRole("textbox", { name: /^Comment/ }).fill("The last answer stops half way.");
    await form.getByLabel(/^Time spent/).fill("50");
    await button(form, "Submit marks").click();
    await button(dialog(tutor, "Submit marks?"), "Submit marks").click();
    await expect(form.locator(".tea-head")).toContainText("Marked");

    const marks = student.locator(".tea-part").filter({ hasText: "Marks" });
    await student.reload();
    await expect(marks).toBeVisible();
    await expect(marks).not.toContainText("17/20");
    await button(form, /^Release marks/).click();
    await button(dialog(tutor, /^Release marks/), "Release marks").click();
    await expect(button(form, "Release marks")).toHaveCount(0);
    await student.reload();
    await expect(marks).toContainText("17/20");
  });

  const lesson = await slipOf(4);
  const statusOf = async (id?: number) =>
    (await admin.get<{ slipMeta: { status: string } }>(`/slip/${id}`)).slipMeta.status;
  await test.step("the reviewer returns one with a reason, and its tutor corrects it", async () => {
    await page.goto(`/#/system/slips?status=submitted&view=queue&slip=${lesson}`);
    await expect(page.locator(".sr-queue .sr-record-title")).toContainText("Amelia Davies");
    await page.keyboard.press("r");
    await dialog(page, "Return to tutor").getByLabel("Reason").fill("Please say which questions these were");
    await button(dialog(page, "Return to tutor"), "Return to tutor").click();
    await expect.poll(() => statusOf(lesson)).toBe("returned");

    await tutor.goto("/client/#/");
    await tutor
      .getByRole("navigation", { name: "Waiting for me, by kind" })
      .getByRole("link", { name: /^Slips returned/ })
      .click();
    await rowsOf(tutor)
      .filter({ hasText: evening(4).says })
      .getByRole("link")
      .first()
      .click();
    await expect(tutor.getByRole("note").filter({ hasText: "Please say which questions these were" })).toBeVisible();
    await tutor.goto(`/client/#/slips/${lesson}/write`);
    await button(form, "Next").click();
    await button(form, "Next").click();
    await form.getByLabel("Next steps").fill(`${comment} They were the last three of the paper.`);
    await handIn();
  });

  await test.step("the reviewer checks one and approves all", async () => {
    const review = async (id: number | undefined, ...keys: [key: string, status: string][]) => {
      for (const [key, status] of keys) {
        await page.goto("/#/");
        await page.goto(`/#/system/slips?status=submitted,checked&view=queue&slip=${id}`);
        await expect(page.locator(".sr-queue .sr-record-title")).toContainText("Amelia Davies");
        await expect(
          page
            .locator(".sr-queue footer")
            .getByRole("button", { name: /[Aa]pprove/ })
            .first(),
        ).toBeEnabled();
        await page.keyboard.press(key);
        await expect.poll(() => statusOf(id)).toBe(status);
      }
    };
    await review(lesson, ["c", "checked"], ["a", "approved"]);
    for (const daysAgo of [3, 2]) await review(await slipOf(daysAgo), ["a", "approved"]);
  });

  await test.step("the office sees a late slip, and the third absence within four weeks", async () => {
    const late = evening(5);
    await page.goto(`/#/academic-office/late-slips?start=${late.days}&isLate=true`);
    await page.getByRole("searchbox").fill("Amelia Davies");
    await expect(rowsOf(page).filter({ hasText: late.says })).toContainText("Not begun");
    const absence = evening(2);
    await page.goto(`/#/system/absence?isFlagged=true&hasAction=false&tutorialDate=${absence.days}`);
    await page.getByRole("searchbox").fill("Amelia Davies");
    await expect(rowsOf(page).filter({ hasText: absence.says })).toContainText("Unplanned absence");
    await page.goto(`/#/slips/${await slipOf(2)}/write`);
    const slip = page.locator(".tea-form");
    await button(slip, "Back").click();
    await slip.getByLabel("Action taken").fill("Spoke to the parents, who will write before the next time");
    await expect(slip.getByText("Saved", { exact: true }).last()).toBeVisible();
    await button(slip, "Close").first().click();
    await page.goto(`/#/system/absence?hasAction=true&tutorialDate=${absence.days}`);
    await expect(rowsOf(page).filter({ hasText: absence.says })).toContainText("Spoke to the parents");
  });

  await test.step("finance shows the payment for the lesson", async () => {
    const finance = await at(browser, "finance", "/finance/tutorpayments/slips?sort=-start", "staff");
    await finance.getByRole("searchbox").fill("Amelia Davies");
    await expect(rowsOf(finance).filter({ hasText: evening(4).says.slice(0, 5) })).toContainText(/Edward Wang.*60.*£/s);
  });
});
