import { faults as axe } from "./axe";
import {
  button,
  dialog,
  expect,
  heading,
  openAs,
  openClientAs,
  rowsOf,
  settled,
  test,
  unique,
  type Api,
} from "./fixtures";

/** Tuition from offer to answer (teaching.md 2, 4, 8), in both applications. */
test("terms are published, one offer is accepted with them, another is declined", async ({ page, admin }) => {
  const [course, other] = await admin.get<{ id: number; departmentId: number; academicYearId: number }[]>("/courses", {
    status: "proposed",
    page: 1,
    pageSize: 10,
    sort: "-id",
  });
  if (!course || !other) throw new Error("The demo data has proposed courses");
  const year = { departmentId: course.departmentId, academicYearId: course.academicYearId };
  const title = unique("Terms of the year ");
  const terms = await admin.post<{ id: number }>("/tutor-terms", {
    title,
    ...year,
    body: `<p>${"Please be on time. ".repeat(400)}</p>`,
  });
  await openAs(page, "academic", `/tutor-terms?terms=${terms.id}`);
  await button(dialog(page, title), "Publish").click();
  await button(page.getByRole("dialog").last(), "Publish terms").click();
  await expect(page.getByText(`${title} published`)).toBeVisible();

  const offers = await Promise.all([course, other].map(({ id }) => offerTo(admin, id)));
  await openClientAs(page, "tutor", "/offers?status=offered");
  await settled(page);
  await expect(rowsOf(page).first()).toBeVisible();
  await page.goto(`/client/#/tuition/${offers[0]}`);
  const offer = dialog(page, "Offer of tuition");
  await expect(offer.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await axe(page)).toEqual([]);
  const accept = button(offer, /^Accept/);
  if ((await accept.innerText()).includes("terms")) {
    await expect(accept).toHaveAttribute("aria-disabled", "true");
    await offer.getByRole("region", { name: title }).evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await expect(offer.getByRole("checkbox")).toBeChecked();
  }
  await accept.click();
  await expect(page.getByText(/ accepted$/)).toBeVisible();

  await page.goto(`/client/#/tuition/${offers[1]}`);
  await button(offer, "Decline").click();
  await page.getByRole("textbox", { name: "Reason" }).fill("My week is full");
  await button(dialog(page, /^Decline/), "Decline offer").click();
  await expect(page.getByText(/ declined$/)).toBeVisible();

  await openAs(page, "academic", `/offers?offer=${offers[1]}`);
  await expect(page.getByRole("dialog")).toContainText("My week is full");
  await openAs(page, "academic", "/offers?needsTutor=true");
  await expect(heading(page, "Offers of tuition")).toBeVisible();
});

/** Offers the course to the demo tutor, unless there is an open offer. */
async function offerTo(admin: Api, courseId: number): Promise<number> {
  const [open] = await admin.get<{ id: number }[]>("/offers", {
    tutorId: 1,
    courseId,
    status: "offered",
    page: 1,
    pageSize: 10,
  });
  return (
    open?.id ??
    (await admin.post<{ id: number }>("/offers", { courseId, tutorId: 1, hours: 20, rate: "£40 an hour" })).id
  );
}
