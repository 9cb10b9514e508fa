import type { Browser, Page } from "@playwright/test";
import { expect, openClientAs, test, unique, type Account, type Api } from "./fixtures";

export type Year = { id: number; weeksToISO: { term: string; week: number; start: string; end: string }[] };
export type Course = { id: number; subject: string; title: string };
export const terms: Readonly<Record<string, string>> = { mt: "Michaelmas", ht: "Hilary", tt: "Trinity" };
export const day = (iso: string) =>
  iso
    .split("-")
    .toReversed()
    .map((part) => part.slice(-2))
    .join("/");
export const before = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** A proposed course of the demo tutor and student in a separate department, whose terms nobody has accepted yet. */
export async function proposed(admin: Api, yearId: number): Promise<Course & { terms: string }> {
  const department = await admin.post("/departments", {
    title: unique("Term "),
    color: "#1d4f91",
    currency: "GBP",
    organisationId: 1,
  });
  const terms = unique("Terms of the year ");
  await expect(async () => {
    const { id } = await admin.post("/tutor-terms", {
      title: terms,
      departmentId: department.id,
      academicYearId: yearId,
      body: `<p>${"Please be on time. ".repeat(400)}</p>`,
    });
    await admin.post(`/tutor-terms/${id}/publish`);
  }).toPass();
  return { ...(await ofTutorAndStudent(admin, yearId, "proposed", department.id)), terms };
}

/** A course of the demo tutor and student, with a subject of its own. */
export async function ofTutorAndStudent(
  admin: Api,
  academicYearId: number,
  status: "proposed" | "active",
  departmentId: number,
): Promise<Course> {
  const subject = unique("Optics");
  await admin.post("/system/course/subjects", { title: subject, position: 900 });
  const { id } = await admin.post("/courses", {
    subject,
    level: "A-level",
    board: "AQA",
    type: "indiv",
    status,
    departmentId,
    academicYearId,
  });
  await admin.post("/courses/students", { courseId: id, studentId: 1, status: "active" });
  await admin.post("/courses/tutors", { courseId: id, tutorId: 1 });
  return { id, subject, title: `AQA A-level ${subject}` };
}

/** A window of another account, next to that of the office. */
export async function windowOf(
  browser: Browser,
  account: Account,
  viewport: { width: number; height: number },
  route = "/",
): Promise<Page> {
  const { baseURL } = test.info().project.use;
  const page = await (await browser.newContext({ baseURL, viewport, reducedMotion: "reduce" })).newPage();
  await openClientAs(page, account, route);
  return page;
}
