import { faults as axe } from "./axe";
import { button, dialog, expect, fillSignIn, heading, openAs, rowsOf, test, unique, type Api } from "./fixtures";
import { mailsTo } from "./mails";
import type { Locator, Page } from "@playwright/test";

const apply = "/api/v1/public/apply";
const checks = [
  "identity",
  "rightToWork",
  "enhancedDbs",
  "barredList",
  "prohibition",
  "qualifications",
  "onlineSearch",
];
const pdf = Buffer.from(
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF",
);

/** Checks the faults of a public page in a copy of it, because its sandbox runs no script. */
async function faultsOf(page: Page): Promise<string[]> {
  const copy = await page.context().newPage();
  await copy.setContent(await page.content());
  const faults = await axe(copy);
  await copy.close();
  return faults;
}

/** Fills in the public form and sends it, not faster than a person does. */
async function fillApplication(page: Page, name: string): Promise<void> {
  await page.goto(apply);
  const shown = Date.now();
  const values = {
    "First name": "Nadia",
    "Last name": name,
    Email: `${name.toLowerCase()}@applicants.example`,
    "Teaching experience": "Three years of small groups and a year at a school",
    "Monday, from": "16:00",
    "Monday, to": "20:00",
    "Referee 1: name": "Ruth Amsel",
    "Referee 1: email": `ruth.${name.toLowerCase()}@schools.example`,
    "Referee 2: name": "Owen Tate",
    "Referee 2: email": `owen.${name.toLowerCase()}@schools.example`,
  };
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(new RegExp(`^${label}( \\(optional\\))?$`)).fill(value);
  await page
    .getByRole("group", { name: /lived outside the UK/ })
    .getByLabel("No")
    .check();
  await page.getByLabel("Subject 1", { exact: true }).selectOption({ label: "Mathematics" });
  await page.getByLabel("Level of subject 1").selectOption({ label: "A-level" });
  await page.getByLabel(/^Where would you teach\?/).selectOption({ label: "Oxford" });
  await page.getByLabel("CV").setInputFiles({ name: "cv.pdf", mimeType: "application/pdf", buffer: pdf });
  await page.getByLabel(/I agree that Staffroom keeps/).check();
  // The page refuses a form that is filled in faster than a person can.
  await expect.poll(() => Date.now() - shown).toBeGreaterThan(3_500);
  await button(page.locator("form"), "Send application").click();
  await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
}

/** Opens the link in the mail of a referee and answers. */
async function answerAs(page: Page, address: string): Promise<void> {
  await expect.poll(() => mailsTo(address).length).toBeGreaterThan(0);
  const link = /\/api\/v1\/public\/reference\/[\w-]+/.exec(mailsTo(address).at(-1) ?? "")?.[0] ?? "";
  await page.goto(link);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel("Your name").fill("Ruth Amsel");
  await page.getByLabel(/How do you know the applicant/).fill("Colleague for three years");
  await page.getByLabel("Recommends strongly").check();
  await page
    .getByLabel(/Their work, and their work/)
    .fill("A careful teacher whom pupils trust; always prepared, always punctual.");
  await page
    .getByRole("group", { name: /should not work with children/ })
    .getByLabel("No")
    .check();
  await button(page.locator("form"), "Send reference").click();
  await expect(page.getByText("We have received your reference")).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link has ended" })).toBeVisible();
}

/** Returns the address of a public page from the latest mail to an address that contains one. */
async function linkIn(address: string, pattern: RegExp): Promise<string> {
  const newest = () =>
    mailsTo(address)
      .map((mail) => pattern.exec(mail)?.[0] ?? "")
      .filter(Boolean)
      .at(-1) ?? "";
  await expect.poll(newest).not.toBe("");
  return newest();
}

const move = async (page: Page, name: string, yes?: string) => {
  await button(page.locator("main"), "Change stage").click();
  await page.getByRole("menuitem", { name, exact: true }).click();
  if (yes) await button(page.getByRole("dialog"), yes).click();
};

/** A tutorial that ended an hour ago, at a minute that no other test uses. */
async function holdTutorial(admin: Api, tutorId: number, title: string): Promise<void> {
  const course = await admin.post<{ id: number }>("/courses", {
    subject: "Mathematics",
    level: "A-level",
    type: "indiv",
    status: "active",
  });
  await admin.post("/courses/students", { courseId: course.id, studentId: 1, status: "active" });
  await admin.post("/courses/tutors", { courseId: course.id, tutorId });
  const start = new Date(Math.floor(Date.now() / 60_000 - 121) * 60_000);
  const people = [
    { kind: "tutor", id: tutorId },
    { kind: "student", id: 1 },
  ];
  await admin.post("/events", {
    title,
    type: "tutorial",
    start: start.toISOString(),
    end: new Date(start.valueOf() + 3_600_000).toISOString(),
    courseId: course.id,
    people,
    overrideReason: "A first tutorial",
  });
}

/** Writes the slip of the only tutorial without one. */
async function writeSlip(page: Page): Promise<void> {
  await page.goto("/client/#/slips/to-write");
  await button(rowsOf(page).first(), "Write the slip").click();
  for (const answer of ["Present", "On time"]) await button(page.getByRole("dialog"), answer).click();
  const form: Locator = page.locator(".tea-form");
  await expect(form).toBeVisible();
  for (const grade of ["Reach", "Match", "Safety"])
    await form
      .getByRole("group", { name: new RegExp(`^${grade} grade:`) })
      .getByRole("radio", { name: "On track", exact: true })
      .check();
  await form.getByRole("radio", { name: "Organisation: 3, Good" }).check();
  for (let rest = 0; rest < 4; rest += 1) {
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("3");
  }
  await button(form, "Next").click();
  await form.getByRole("radio", { name: "Independent preparation: 4, Very good" }).check();
  await button(form, "Next").click();
  for (const name of ["Work covered", "Progress and understanding", "Next steps"])
    await form.getByLabel(name).fill("Amelia worked steadily through the first questions of the paper.");
  await expect(form.getByText("Saved", { exact: true }).last()).toBeVisible();
  await button(form, "Submit").click();
  await button(dialog(page, "Submit slip?"), "Submit slip").click();
  await expect(form.locator(".tea-head")).toContainText("Submitted");
}

const idOf = async (admin: Api, name: string) =>
  (await admin.get<{ id: number }[]>("/applications/tutors", { search: name, page: 1, pageSize: 10 }))[0]?.id;

test("@all a tutor from the public form through two references and checks to the first slip", async ({
  page,
  admin,
}) => {
  test.slow();
  const name = unique("Okonkwo");
  const address = `${name.toLowerCase()}@applicants.example`;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(apply);
  expect(await faultsOf(page)).toEqual([]);
  await fillApplication(page, name);
  await page.setViewportSize({ width: 1280, height: 720 });
  const id = Number(await idOf(admin, name));

  await test.step("the office screens, interviews, and asks the referees, who answer by their links", async () => {
    await openAs(page, "academic", `/applications/tutors/${id}`);
    await expect(heading(page, `Nadia ${name}`)).toBeVisible();
    await move(page, "Screened");
    await expect(page.getByText(`Nadia ${name}: Screened`)).toBeVisible();
    await move(page, "To interview");
    await expect(page.getByText(`Nadia ${name}: Interview`)).toBeVisible();
    const [interviewer] = await admin.get<{ value: number }[]>("/applications/interviewers", { search: "Academic" });
    const at = new Date(Date.now() - 86_400_000).toISOString();
    if (interviewer)
      await admin.post(`/applications/tutors/${id}/interview`, {
        at,
        interviewerIds: [interviewer.value],
        way: "online",
      });
    await move(page, "To references", "Ask referees");
    for (const who of ["ruth", "owen"]) await answerAs(page, `${who}.${name.toLowerCase()}@schools.example`);
    await openAs(page, "academic", `/applications/tutors/${id}/references`);
    await expect(page.getByText("always prepared, always punctual").first()).toBeVisible();
  });

  await test.step("the applicant accepts the offer with the terms by the link", async () => {
    await admin.post(`/applications/tutors/${id}/offer`, { offerRate: 4200, offerNote: "From January" });
    await page.goto(await linkIn(address, /\/api\/v1\/public\/offer\/[\w-]+/));
    expect(await faultsOf(page)).toEqual([]);
    await expect(page.getByText("£42.00 an hour")).toBeVisible();
    await page.getByLabel("I accept the offer").check();
    await page.getByLabel(/^I have read and accept/).check();
    await button(page.locator("form"), "Send answer").click();
    await expect(page.getByText("You have accepted the offer")).toBeVisible();
  });

  await test.step("the offer waits for the checks, then makes the tutor", async () => {
    await openAs(page, "academic", `/applications/tutors/${id}`);
    await button(page.locator("main"), "Accept").click();
    await expect(page.getByText(/These checks are missing/).first()).toBeVisible();
    for (const type of checks)
      await admin.post("/checks", {
        personType: "application",
        personId: id,
        type,
        outcome: "clear",
        date: "2026-01-31",
      });
    await page.reload();
    await button(page.locator("main"), "Accept").click();
    await button(dialog(page, new RegExp(`Make Nadia ${name} a tutor`)), "Make tutor").click();
    await expect(page.getByText(`Nadia ${name} is a tutor now`)).toBeVisible();
  });
  const { tutorId } = await admin.get<{ tutorId: number }>(`/applications/tutors/${id}`);
  const tutor = () => admin.get<{ userId: number | null }>(`/tutors/${tutorId}`);
  await expect.poll(async () => (await tutor()).userId).not.toBeNull();
  await expect
    .poll(
      async () => (await admin.get<unknown[]>("/tutor-terms/acceptances", { tutorId, page: 1, pageSize: 10 })).length,
    )
    .toBe(1);

  await test.step("the tutor chooses a password, signs in, and writes the slip of the first tutorial", async () => {
    await holdTutorial(admin, tutorId, unique("First "));
    const secret = unique("Charter-2030-");
    await page.goto(await linkIn(address, /\/client\/#\/password\/change\?token=[\w.-]+/));
    await page.getByLabel("New password", { exact: true }).fill(secret);
    await page.getByLabel("New password again", { exact: true }).fill(secret);
    await button(page.locator("form"), /password/i).click();
    await page.goto("/client/");
    await fillSignIn(page, `nadia.${name.toLowerCase()}`, secret);
    await expect(page.getByRole("navigation", { name: "Main menu" })).toBeVisible();
    await writeSlip(page);
  });
  const slips = await admin.get<{ status: string }[]>("/slips/default", { tutorId, page: 1, pageSize: 10 });
  expect(slips.map(({ status }) => status)).toEqual(["submitted"]);
});

test("only recruiters see applications: compliance sees the checks, tech support nothing", async ({ page }) => {
  await openAs(page, "academic", "/applications/tutors/list?view=board");
  await expect(heading(page, "Tutor applications")).toBeVisible();
  await expect(page.getByText("Trial lesson").first()).toBeVisible();
  expect(await axe(page)).toEqual([]);
  await openAs(page, "compliance", "/applications/tutors/12/checks");
  await expect(page.getByText("Enhanced DBS").first()).toBeVisible();
  await expect(page.getByRole("tab", { name: "References" })).toHaveCount(0);
  await expect(page.getByText("@applicants.example")).toHaveCount(0);
  await openAs(page, "techsupport", "/applications/tutors/list");
  await expect(heading(page, "Tutor applications")).toHaveCount(0);
});
