import { request } from "@playwright/test";
import { Api, choose, expect, openAs, signInToClient, test, unique } from "./fixtures";
import { mailsTo } from "./mails";

/**
 * A series in the office's day: booked, one date moved, one cancelled. The tutor sees the change in the bell, in the
 * mail and in a subscribed calendar.
 */

const base = process.env.E2E_BASE_URL ?? "http://localhost:8080";

/** A Monday in weeks without events, within the year that a feed shows; different in each run. */
function quietMonday(): Date {
  const monday = new Date();
  monday.setUTCHours(0, 0, 0, 0);
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7) + 7 * (25 + Math.floor(Math.random() * 22)));
  return monday;
}
const weeksOn = (day: Date, weeks: number): Date => new Date(day.getTime() + weeks * 7 * 86_400_000);
const iso = (day: Date): string => day.toISOString().slice(0, 10);
const spoken = (day: Date): string =>
  `${day.toLocaleDateString("en-GB", { weekday: "long", timeZone: "UTC" })} ${day.getUTCDate()} ${day.toLocaleDateString("en-GB", { month: "long", timeZone: "UTC" })}`;

type Told = { kind: string; title: string; text: string };

test("a series is booked, one date moved and one cancelled, and bell, mail and feed show the changes", async ({
  page,
  admin,
}) => {
  const title = unique("Optics");
  const lastName = unique();
  const monday = quietMonday();
  const calls = await request.newContext({ baseURL: base });
  const tutor = new Api(calls, "tutor", signInToClient);
  const me = await tutor.get<{ tutorId: number; email: string }>("/auth/user");
  const feed = await tutor.post<{ url: string }>("/events/feed");
  const entries = async (): Promise<string[]> =>
    (await (await calls.get(new URL(feed.url).pathname)).text())
      .replace(/\r\n /g, "")
      .split("BEGIN:VEVENT")
      .filter((entry) => entry.includes(`SUMMARY:${title}`));
  const heard = async (word: string): Promise<string> => {
    let mail = "";
    await expect(async () => {
      const notifications = await tutor.get<Told[]>("/notifications");
      expect(notifications.some((one) => one.title.startsWith(`${word}: ${title}`))).toBe(true);
      mail = mailsTo(me.email).find((one) => one.includes(`Subject: ${word}: ${title}`)) ?? "";
      expect(mail).not.toBe("");
    }).toPass({ timeout: 90_000 });
    return mail;
  };
  const student = await admin.post("/students", { firstName: "Test", lastName, status: "active" });

  const { id } = await admin.post("/events", {
    title,
    type: "tutorial",
    start: `${iso(monday)}T18:00:00Z`,
    end: `${iso(monday)}T19:00:00Z`,
    rule: "FREQ=WEEKLY;COUNT=3",
    people: [
      { kind: "tutor", id: me.tutorId },
      { kind: "student", id: student.id },
    ],
    overrideReason: "Agreed by telephone",
  });
  const booked = await heard("Booked");
  for (const weeks of [0, 1, 2]) expect(booked).toContain(spoken(weeksOn(monday, weeks)));
  const { series } = await admin.get<{ series: { id: number } }>(`/events/${id}`);
  const dates = (await admin.get<{ id: number; start: string }[]>("/events", { seriesId: series.id })).sort(
    (one, other) => one.start.localeCompare(other.start),
  );
  expect(await entries()).toHaveLength(3);

  const second = iso(weeksOn(monday, 1));
  await admin.send("PUT", `/events/${dates[1]?.id}`, {
    data: {
      changes: [
        { field: "start", newValue: `${second}T20:00:00Z` },
        { field: "end", newValue: `${second}T21:00:00Z` },
      ],
      scope: "this",
    },
  });
  const movedMail = await heard("Moved");
  expect(movedMail).toContain(`instead of ${spoken(weeksOn(monday, 1))}`);
  expect(movedMail).not.toContain(spoken(weeksOn(monday, 2)));

  await openAs(page, "academic", `/companyCalendar/week?day=${iso(weeksOn(monday, 2))}&event=${dates[2]?.id}`);
  await page.getByRole("button", { name: "Cancel event" }).click();
  const ask = page.getByRole("dialog", { name: new RegExp(`^Cancel ${title}`) });
  await ask.getByLabel("Reason").fill("The tutor is ill");
  await choose(page, ask, "Cancel", "This event");
  await ask.getByRole("button", { name: "Cancel event" }).click();
  const cancelled = await heard("Cancelled");
  expect(cancelled).toContain("Because: The tutor is ill");
  expect(cancelled).toContain(spoken(weeksOn(monday, 2)));

  const after = await entries();
  expect(after.filter((entry) => entry.includes("STATUS:CANCELLED"))).toHaveLength(1);
  expect(after.find((entry) => entry.includes("STATUS:CANCELLED"))).toContain("Cancelled: The tutor is ill");
  expect(after.some((entry) => entry.includes(`DTSTART:${second.replaceAll("-", "")}T200000Z`))).toBe(true);
  await calls.dispose();
});
