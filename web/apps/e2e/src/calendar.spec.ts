import { faults } from "./axe";
import { choose, expect, openAs, test, unique } from "./fixtures";

/** A Monday in a distant week without events, different in each run. */
function quietMonday(): string {
  const weeks = 60 + Math.floor(Math.random() * 80);
  const day = new Date(Date.UTC(2027, 0, 4 + 7 * weeks));
  return day.toISOString().slice(0, 10);
}

test("the office books by dragging, undoes a move, double-books after a refusal, and cancels the rest of a series", async ({
  page,
  admin,
}) => {
  const day = quietMonday();
  const lastName = unique();
  await admin.post<{ id: number }>("/tutors", { firstName: "Test", lastName, status: "active" });
  const other = await admin.post<{ id: number }>("/tutors", {
    firstName: "Other",
    lastName: unique(),
    status: "active",
  });
  await admin.post("/events", {
    title: "Elsewhere",
    type: "meeting",
    start: `${day}T15:00:00Z`,
    end: `${day}T16:00:00Z`,
    people: [{ kind: "tutor", id: other.id }],
  });
  await openAs(page, "academic", `/companyCalendar/day?day=${day}`);
  const grid = page.locator(".ec-time-grid .ec-day[role], .ec-time-grid .ec-day").last();
  const at = async (hour: number) => {
    await expect(grid).toBeVisible();
    const label = await page
      .locator(".ec-sidebar")
      .getByText(`${String(hour).padStart(2, "0")}:00`)
      .first()
      .boundingBox();
    const box = await grid.boundingBox();
    if (!label || !box) throw new Error("The day has hours");
    return { x: box.x + 200, y: label.y + label.height / 2 + 4 };
  };
  const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, (from.y + to.y) / 2, { steps: 4 });
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
  };
  const form = page.getByRole("dialog", { name: "New event" });
  const book = async (title: string) => {
    await form.getByRole("textbox", { name: "Title" }).fill(title);
    await form.getByLabel("People").fill(lastName);
    await page.locator(".ant-select-dropdown").getByTitle(new RegExp("tutor")).filter({ hasText: lastName }).click();
    await form.getByRole("button", { name: "Book event" }).click();
  };
  const event = (title: string) => page.locator(".ec-event").filter({ hasText: title });

  await drag(await at(9), await at(10));
  await expect(form).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await book("First tutorial");
  await expect(event("First tutorial")).toContainText("09:00");

  const place = await event("First tutorial").boundingBox();
  if (!place) throw new Error("The event has a place");
  const hour = (await at(11)).y - (await at(10)).y;
  const grip = { x: place.x + 30, y: place.y + 10 };
  await drag(grip, { x: grip.x, y: grip.y + hour });
  await expect(event("First tutorial")).toContainText("10:00");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(event("First tutorial")).toContainText("09:00");

  await page.getByRole("button", { name: "New event" }).click();
  await choose(page, form, "Repeats", "Weekly");
  await form.getByLabel("Number of dates").fill("3");
  await book("A series");
  const taken = page.getByRole("dialog", { name: "Already booked" });
  await expect(taken).toContainText(lastName);
  await expect(taken).toContainText("First tutorial");
  await taken.getByRole("button", { name: "Next free times" }).click();
  await expect(taken.getByRole("list", { name: "Next free times" })).toBeVisible();
  await taken.getByLabel("Reason to book it anyway").fill("Both are one lesson");
  await taken.getByRole("button", { name: "Book it anyway" }).click();
  await expect(event("A series")).toBeVisible();

  await event("A series").getByRole("link").click();
  await page.getByRole("button", { name: "Cancel event" }).click();
  const ask = page.getByRole("dialog", { name: /^Cancel A series/ });
  await ask.getByLabel("Reason").fill("The tutor is away");
  await choose(page, ask, "Cancel", "This and the following");
  await ask.getByRole("button", { name: "Cancel event" }).click();
  await page.keyboard.press("Escape");
  await expect(event("A series").locator("[data-cancelled]")).toBeVisible();

  await page.goto(`/#/companyCalendar/tutors?day=${day}`);
  const head = page
    .locator(".sr-schedule")
    .getByText(/^Other /)
    .first();
  await expect(head).toBeVisible();
  // The head is drawn again with the events, and has no box in the meantime.
  await expect.poll(async () => (await head.boundingBox())?.x ?? 0).toBeGreaterThan(0);
  const target = ((await head.boundingBox())?.x ?? 0) + 20;
  const before = await event("First tutorial").boundingBox();
  if (!before) throw new Error("The event has a place");
  await page.mouse.move(before.x + 20, before.y + 8);
  await page.mouse.down();
  await page.mouse.move(target - 10, before.y + 8, { steps: 6 });
  await page.mouse.move(target, before.y + 8, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await event("First tutorial").boundingBox())?.x ?? before.x).toBeLessThan(target);
  await event("First tutorial").getByRole("link").click();
  await expect(page.getByRole("link", { name: /^Other / })).toBeVisible();
  await page.getByRole("button", { name: /^Take Other/ }).click();
  await expect(page.getByText("Nobody is on this event yet.")).toBeVisible();
});
