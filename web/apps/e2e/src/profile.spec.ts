import { addDetail, arriveAt, choose, expect, heading, openAs, test } from "./fixtures";
import { all } from "./sizes";

const field = (page: import("@playwright/test").Page, name: string) => page.locator(`[data-field='${name}']`);

test("a changed field is kept, checked by its rules, and its history is for sysAdmin", async ({ page, admin }) => {
  const { id, lastName } = await admin.student({ school: "First School" });
  await openAs(page, "sysadmin", `/students/${id}`);
  await expect(heading(page, `Test ${lastName}`)).toBeVisible();
  const school = field(page, "school");
  await school.getByRole("textbox").fill("  Second School ");
  await school.getByRole("textbox").press("Enter");
  await expect(school.getByText("Saved")).toBeVisible();
  await page.reload();
  await expect(school.getByRole("textbox")).toHaveValue("Second School");

  await addDetail(page, "Contact", "Email");
  const email = field(page, "email");
  await expect(email.getByRole("textbox")).toBeFocused();
  await email.getByRole("textbox").fill("no address");
  await email.getByRole("textbox").blur();
  await expect(email.getByRole("alert")).toHaveText("Please enter a valid email address");
  const name = field(page, "lastName");
  await name.getByRole("textbox").fill("");
  await name.getByRole("textbox").blur();
  await expect(name.getByRole("alert")).toHaveText("Field is required");
  expect((await admin.get(`/students/${id}`)).lastName).toBe(lastName);

  await school.getByRole("button", { name: "History of School" }).click();
  const dialog = page.getByRole("dialog", { name: "History of School" });
  await expect(dialog.getByRole("listitem")).toHaveCount(1);
  await expect(dialog).toContainText("First School");
  await expect(dialog).toContainText("Second School");
  await expect(dialog).toContainText(/\d\d\/\d\d\/\d\d \d\d:\d\d/);
});

test("with reduced motion, a user chooses, cancels and closes dialogs", all, async ({ page, admin }) => {
  const { id } = await admin.student();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openAs(page, "sysadmin", `/students/${id}`);
  await addDetail(page, "Personal", "Visa type");
  for (const visa of ["Student", "Child student"]) {
    await choose(page, page.locator("main"), "Visa type", visa);
    await expect(field(page, "visaType").getByText("Saved")).toBeVisible();
    await expect(field(page, "visaType").locator(".ant-select")).toContainText(visa);
  }
  await page.getByRole("button", { name: "History of Visa type" }).click();
  const history = page.getByRole("dialog", { name: "History of Visa type" });
  await expect(history.getByRole("listitem")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(history).toBeHidden();
});

test("history is not shown to staff", async ({ page, admin }) => {
  const { id } = await admin.student({ school: "First School" });
  await openAs(page, "staff", `/students/${id}`);
  await expect(field(page, "school")).toBeVisible();
  await expect(page.getByRole("button", { name: /^History of / })).toHaveCount(0);
});

test("another user's change is shown before it is overwritten", async ({ page, admin, colleague }) => {
  const { id } = await admin.student({ school: "Old School" });
  await openAs(page, "academic", `/students/${id}`);
  const school = field(page, "school");
  const box = school.getByRole("textbox");
  await expect(box).toHaveValue("Old School");
  await colleague.put(`/students/${id}`, "school", "Their School");
  await box.fill("My School");
  await box.press("Enter");
  const conflict = school.locator(".sr-conflict");
  await expect(conflict).toContainText("It now says:");
  await expect(conflict).toContainText("Their School");
  expect((await admin.get(`/students/${id}`)).school).toBe("Their School");
  await conflict.getByRole("button", { name: "Save mine" }).click();
  await expect(school.getByText("Saved")).toBeVisible();
  expect((await admin.get(`/students/${id}`)).school).toBe("My School");

  await colleague.put(`/students/${id}`, "school", "Theirs again");
  await box.fill("Mine again");
  await box.press("Enter");
  await conflict.getByRole("button", { name: "Take theirs" }).click();
  await expect(box).toHaveValue("Theirs again");
  expect((await admin.get(`/students/${id}`)).school).toBe("Theirs again");
});

test("a select, a checkbox and a date are saved when they are changed", async ({ page, admin }) => {
  const { id } = await admin.student();
  await openAs(page, "academic", `/students/${id}`);
  for (const [section, label] of [
    ["Status and department", "Student type"],
    ["Personal", "Date of birth"],
  ] as const)
    await addDetail(page, section, label);
  await field(page, "studentType").getByRole("combobox").click();
  await page.locator(".ant-select-dropdown:visible .ant-select-item-option[title='ASP']").click();
  await expect(field(page, "studentType").getByText("Saved")).toBeVisible();
  await field(page, "socialMediaRelease").getByRole("checkbox").check();
  await expect(field(page, "socialMediaRelease").getByText("Saved")).toBeVisible();
  await field(page, "birthDate").getByRole("textbox").fill("15/03/12");
  await field(page, "birthDate").getByRole("textbox").press("Enter");
  await expect(field(page, "birthDate").getByText("Saved")).toBeVisible();
  const kept = await admin.get(`/students/${id}`);
  expect([kept.studentType, kept.socialMediaRelease, kept.birthDate, kept.under18]).toEqual([
    "asp",
    true,
    "2012-03-15",
    true,
  ]);
});

test("a text that could not be saved survives a reload", async ({ page, admin }) => {
  const { id } = await admin.student();
  await openAs(page, "academic", `/students/${id}`);
  await page.route(`**/api/v1/students/${id}`, (route) =>
    route.request().method() === "PUT"
      ? route.fulfill({ status: 503, json: { error: "Not now", code: "unavailable" } })
      : route.fallback(),
  );
  await addDetail(page, "School", "School");
  const school = field(page, "school");
  await school.getByRole("textbox").fill("Typed in a bad moment");
  await school.getByRole("textbox").press("Enter");
  await expect(school.getByRole("button", { name: "Retry" })).toBeVisible();
  await page.reload();
  await expect(school.getByRole("textbox")).toHaveValue("Typed in a bad moment");
  await page.unrouteAll();
  await school.getByRole("textbox").press("Enter");
  await expect(school.getByText("Saved")).toBeVisible();
  expect((await admin.get(`/students/${id}`)).school).toBe("Typed in a bad moment");
});

test("no tab has a column that repeats the record", async ({ page, admin }) => {
  type Taught = { id: number; students: { id: number }[]; tutors: { id: number }[] };
  const course = (await admin.get<Taught[]>("/courses", { status: "active", page: 1, pageSize: 50 })).find(
    ({ students, tutors }) => students.length && tutors.length,
  );
  const slip = { courseId: course?.id, studentId: course?.students[0]?.id, tutorId: course?.tutors[0]?.id };
  const [payer] = await admin.get<{ id: number }[]>("/clients", { status: "active", page: 1, pageSize: 10 });
  const tabs: [address: string, repeated: string][] = [
    ...["slips", "attendance", "homework", "invoices"].map((tab): [string, string] => [
      `/students/${slip.studentId}/${tab}`,
      "Student",
    ]),
    ...["slips", "attendance", "homework"].flatMap((tab): [string, string][] => [
      [`/tutors/${slip.tutorId}/${tab}`, "Tutor"],
      [`/courses/${slip.courseId}/${tab}`, "Course"],
    ]),
    [`/students/${slip.studentId}/enquiries`, "For"],
    [`/clients/${payer?.id}/enquiries`, "Client"],
    [`/clients/${payer?.id}/invoices`, "Name"],
  ];
  await openAs(page, "sysadmin");
  for (const [address, repeated] of tabs) {
    await arriveAt(page, address);
    const heads = page.locator(".sr-list-embedded thead th");
    await expect.soft(heads.nth(1), address).toBeVisible();
    expect
      .soft(
        (await heads.allTextContents()).map((head) => head.trim()),
        address,
      )
      .not.toContain(repeated);
  }
});
