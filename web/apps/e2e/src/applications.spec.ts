import { faults as axe } from "./axe";
import { button, dialog, expect, heading, openAs, test, unique, type Api } from "./fixtures";
import { mailsTo } from "./mails";
import type { Page } from "@playwright/test";

const apply = "/api/v1/public/apply";
const checks = ["identity", "rightToWork", "enhancedDbs", "barredList", "prohibition", "qualifications", "onlineSearch"];
const pdf = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF");

/** The faults of a public page, looked for in a copy: its sandbox runs no script. */
async function faultsOf(page: Page): Promise<string[]> {
  const copy = await page.context().newPage();
  await copy.setContent(await page.content());
  const faults = await axe(copy);
  await copy.close();
  return faults;
}

/** Fills in the public form and sends it, at the pace of a person. */
async function fillApplication(page: Page, name: string): Promise<void> {
  await page.goto(apply);
  const shown = Date.now();
  const values = {
    "First name": "Nadia", "Last name": name, Email: `${name.toLowerCase()}@applicants.example`, "Teaching experience": "Three years of small groups and a year at a school",
    "Monday, from": "16:00", "Monday, to": "20:00", "Referee 1: name": "Ruth Amsel", "Referee 1: email": `ruth.${name.toLowerCase()}@schools.example`,
    "Referee 2: name": "Owen Tate", "Referee 2: email": `owen.${name.toLowerCase()}@schools.example`,
  };
  for (const [label, value] of Object.entries(values)) await page.getByLabel(new RegExp(`^${label}( \\(optional\\))?$`)).fill(value);
  await page.getByRole("group", { name: /lived outside the UK/ }).getByLabel("No").check();
  await page.getByLabel("Subject 1", { exact: true }).selectOption({ label: "Mathematics" });
  await page.getByLabel("Level of subject 1").selectOption({ label: "A-level" });
  await page.getByLabel("CV").setInputFiles({ name: "cv.pdf", mimeType: "application/pdf", buffer: pdf });
  await page.getByLabel(/I agree that Staffroom keeps/).check();
  // The page takes nothing sooner than a person fills it in.
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
  await page.getByLabel(/Their work, and their work/).fill("A careful teacher whom pupils trust; always prepared, always punctual.");
  await page.getByRole("group", { name: /should not work with children/ }).getByLabel("No").check();
  await button(page.locator("form"), "Send reference").click();
  await expect(page.getByText("We have received your reference")).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link has ended" })).toBeVisible();
}

const idOf = async (admin: Api, name: string) => (await admin.get<{ id: number }[]>("/applications/tutors", { search: name, page: 1, pageSize: 10 }))[0]?.id;

test("@all a tutor from the public form through two references and checks to an account", async ({ page, admin }) => {
  test.slow();
  const name = unique("Okonkwo");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(apply);
  expect(await faultsOf(page)).toEqual([]);
  await fillApplication(page, name);
  await page.setViewportSize({ width: 1280, height: 720 });

  const id = await idOf(admin, name);
  await openAs(page, "academic", `/applications/tutors/${id}`);
  await expect(heading(page, `Nadia ${name}`)).toBeVisible();
  await button(page.locator("main"), "Change stage").click();
  await page.getByRole("menuitem", { name: "To references" }).click();
  await button(page.getByRole("dialog"), "Ask referees").click();
  for (const who of ["ruth", "owen"]) await answerAs(page, `${who}.${name.toLowerCase()}@schools.example`);

  await openAs(page, "academic", `/applications/tutors/${id}/references`);
  await expect(page.getByText("always prepared, always punctual").first()).toBeVisible();
  await admin.post(`/applications/tutors/${id}/offer`, { offerRate: 4200 });
  await openAs(page, "academic", `/applications/tutors/${id}`);
  await button(page.locator("main"), "Accept").click();
  await expect(page.getByText(/These checks are missing/).first()).toBeVisible();
  for (const type of checks) await admin.post("/checks", { personType: "application", personId: id, type, outcome: "clear", date: "2026-01-31" });
  await page.reload();
  await button(page.locator("main"), "Accept").click();
  await button(dialog(page, new RegExp(`Make Nadia ${name} a tutor`)), "Make tutor").click();
  await expect(page.getByText(`Nadia ${name} is a tutor now`)).toBeVisible();

  const { tutorId } = await admin.get<{ tutorId: number }>(`/applications/tutors/${id}`);
  await expect.poll(async () => (await admin.get<{ userId: number | null }>(`/tutors/${tutorId}`)).userId).not.toBeNull();
  await expect.poll(() => mailsTo(`${name.toLowerCase()}@applicants.example`).some((mail) => mail.includes("/password/change"))).toBe(true);
});

test("applications are for those who hire: compliance sees the checks alone, tech support nothing", async ({ page }) => {
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
