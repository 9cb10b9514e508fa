import { button, dialog, expect, heading, openAs, rowsOf, settled, test, unique } from "./fixtures";
import { all } from "./sizes";

const birth = (years: number) => `${new Date().getFullYear() - years}-01-15`;

test("a missing consent is on the list, and disappears once it is entered in its field", async ({ page, admin }) => {
  const lastName = unique();
  const { id } = await admin.post("/students", { firstName: "Mia", lastName, status: "active", birthDate: birth(15) });
  await openAs(page, "academic", `/compliance/students/missing?search=${lastName}`);
  await expect(heading(page, "Students with missing data")).toBeVisible();
  await settled(page);
  await rowsOf(page).filter({ hasText: "Parental consent" }).getByRole("link").first().click();
  const drawer = page.getByRole("dialog", { name: new RegExp(`Parental consent: Mia ${lastName}`) });
  await drawer.getByRole("link", { name: "Open where it is entered" }).click();
  await expect(page).toHaveURL(new RegExp(`/students/${id}\\?field=parentalConsent`));
  const field = page.locator('[data-field="parentalConsent"]');
  await expect(field).toBeInViewport();
  await field.getByRole("textbox").fill("01/09/26");
  await page.keyboard.press("Enter");
  await expect(field.getByText("Saved")).toBeVisible();
  await openAs(page, "academic", `/compliance/students/missing?search=${lastName}`);
  await settled(page);
  await expect(rowsOf(page).filter({ hasText: "Parental consent" })).toHaveCount(0);
});

test(
  "a tutor with a lapsed check is refused on a child's course, and allowed by a named exception",
  all,
  async ({ page, admin }) => {
    const lastName = unique();
    const student = await admin.post("/students", {
      firstName: "Mia",
      lastName: unique(),
      status: "active",
      birthDate: birth(15),
    });
    const tutor = await admin.post("/tutors", { firstName: "Tom", lastName, status: "active" });
    const course = await admin.post("/courses", {
      subject: "Physics",
      level: "A-level",
      type: "indiv",
      status: "active",
    });
    await admin.post("/courses/students", { courseId: course.id, studentId: student.id, status: "active" });
    for (const type of ["enhancedDbs", "barredList"]) {
      const expires = type === "enhancedDbs" ? { expires: "2026-01-02" } : {};
      await admin.post("/checks", {
        personType: "tutor",
        personId: tutor.id,
        type,
        outcome: "clear",
        date: "2026-01-01",
        ...expires,
      });
    }

    const addTutor = async (account: string) => {
      await openAs(page, account, `/courses/${course.id}/tutors`);
      await button(page.locator("main"), "Add tutor").click();
      const picker = dialog(page, "Add tutor");
      await picker.getByRole("combobox").fill(lastName);
      await page.locator(".ant-select-item-option").filter({ hasText: lastName }).click();
      await button(picker, "Add tutor").click();
    };
    await addTutor("staff");
    await expect(page.getByText(/cannot teach a student under 18: Enhanced DBS/).first()).toBeVisible();
    await addTutor("academic");
    const exception = dialog(page, "Checks are missing");
    await expect(exception).toContainText("Enhanced DBS");
    await exception.getByRole("textbox").fill("The renewed certificate was seen today");
    await button(exception, "Allow exception").click();
    await expect(page.getByRole("link", { name: `Tom ${lastName}` })).toBeVisible();
    await openAs(page, "compliance", "/compliance/exceptions");
    await settled(page);
    await expect(rowsOf(page).filter({ hasText: lastName })).toContainText("The renewed certificate was seen today");
  },
);

test(
  "a tutor whose check lapses during a course is refused at a swap, and continues with a named exception",
  all,
  async ({ page, admin }) => {
    const [lastName, other] = [unique(), unique()];
    const student = await admin.post("/students", {
      firstName: "Mia",
      lastName: unique(),
      status: "active",
      birthDate: birth(15),
    });
    const course = await admin.post("/courses", {
      subject: "Physics",
      level: "A-level",
      type: "indiv",
      status: "active",
    });
    const tutors: number[] = [];
    const checks: number[] = [];
    for (const name of [lastName, other]) {
      const tutor = await admin.post("/tutors", { firstName: "Tom", lastName: name, status: "active" });
      for (const type of ["barredList", "enhancedDbs"]) {
        checks.push(
          (
            await admin.post("/checks", {
              personType: "tutor",
              personId: tutor.id,
              type,
              outcome: "clear",
              date: "2026-01-01",
            })
          ).id,
        );
      }
      await admin.post("/courses/tutors", { courseId: course.id, tutorId: tutor.id });
      tutors.push(tutor.id);
    }
    await admin.post("/courses/students", { courseId: course.id, studentId: student.id, status: "active" });
    await admin.put(`/checks/${checks[1]}`, "expires", "2026-01-02");

    const start = new Date(Date.now() + 5 * 86_400_000);
    start.setUTCHours(4, 0, 0, 0);
    const event = await admin.post("/events", {
      title: unique("Physics"),
      type: "tutorial",
      start: start.toISOString(),
      end: new Date(start.getTime() + 3_600_000).toISOString(),
      courseId: course.id,
      people: [
        { kind: "tutor", id: tutors[1] },
        { kind: "student", id: student.id },
      ],
    });
    const swap = admin.post(`/events/${event.id}/people`, {
      kind: "tutor",
      before: tutors[1],
      after: tutors[0],
      scope: "this",
    });
    await expect(swap).rejects.toThrow(/cannot teach a student under 18: Enhanced DBS/);

    await openAs(page, "staff", `/courses/${course.id}/tutors`);
    const row = page.getByRole("row").filter({ hasText: `Tom ${lastName}` });
    await expect(row).toContainText("Enhanced DBS missing");
    await expect(button(row, "Allow exception")).toHaveCount(0);
    await openAs(page, "academic", `/courses/${course.id}/tutors`);
    await button(row, "Allow exception").click();
    const asked = dialog(page, "Allow exception");
    await asked.getByRole("textbox").fill("The renewed certificate was seen today");
    await button(asked, "Allow exception").click();
    await expect(row).toContainText("The renewed certificate was seen today");
    await admin.post(`/events/${event.id}/people`, {
      kind: "tutor",
      before: tutors[1],
      after: tutors[0],
      scope: "this",
    });
    await openAs(page, "academic", "/compliance/exceptions");
    await settled(page);
    await expect(rowsOf(page).filter({ hasText: lastName })).toContainText("The renewed certificate was seen today");
  },
);

test("missing data over time is a chart whose days lead to their rows", all, async ({ page }) => {
  await openAs(page, "compliance", "/compliance/missing/over");
  await expect(heading(page, "Missing data over time")).toBeVisible();
  const table = page.getByRole("table", { name: "Missing data over time" });
  const last = table.getByRole("row").last();
  await last.getByRole("button").or(last.getByRole("link")).first().click();
  await expect(page).toHaveURL(/\/compliance\/missing\?on=\d{4}-\d\d-\d\d\.\./);
  await expect(heading(page, "Missing data by day")).toBeVisible();
  await settled(page);
  await expect(rowsOf(page).first()).toBeVisible();
});

test("welfare details of a child are shown after a reason, and the reading is logged", async ({ page, admin }) => {
  const lastName = unique();
  const { id } = await admin.post("/students", { firstName: "Mia", lastName, status: "active", birthDate: birth(15) });
  await admin.put(`/students/${id}`, "medical", "Allergic to nuts");
  await openAs(page, "staff", `/students/${id}`);
  await expect(heading(page, `Mia ${lastName}`)).toBeVisible();
  await expect(page.getByText("Allergic to nuts")).toHaveCount(0);
  await button(page.locator("main"), "Show welfare details").click();
  const asked = dialog(page, "Show welfare details");
  await asked.getByRole("textbox").fill("Lunch of the open day");
  await button(asked, "Show welfare details").click();
  await expect(page.locator('[data-field="medical"]')).toContainText("Allergic to nuts");
  await openAs(page, "compliance", `/compliance/looked?search=${lastName}`);
  await settled(page);
  await expect(rowsOf(page).first()).toContainText("Lunch of the open day");
});
