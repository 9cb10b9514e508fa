import type { User } from "@staffroom/contract";
import { expect, it } from "vitest";
import { daysOfWeek, mondayOf, withWhom } from "./days";
import type { WeekEvent } from "./days";

const event = (start: string, end: string, people: WeekEvent["people"] = []): WeekEvent => ({
  id: 1,
  title: "Physics",
  type: "tutorial",
  start,
  end,
  allDay: false,
  status: "active",
  cancelReason: "",
  courseId: 1,
  course: "Physics",
  location: null,
  zoomTutorId: null,
  people,
});
const on = (kind: string, id: number, name: string) => ({
  ewpId: id,
  userId: null,
  kind,
  id,
  cwsId: null,
  name,
  status: "invited",
});

it("weeks begin on Monday", () => {
  expect(["2026-11-23", "2026-11-25", "2026-11-29"].map(mondayOf)).toEqual(["2026-11-23", "2026-11-23", "2026-11-23"]);
});

it("working days are shown, and weekend days with events, in London time", () => {
  const late = event("2027-03-28T22:30:00Z", "2027-03-28T23:30:00Z");
  const days = daysOfWeek("2027-03-22", [event("2027-03-22T09:00:00Z", "2027-03-22T10:00:00Z"), late]);
  expect(days.map(({ date, events }) => [date.slice(-2), events.length])).toEqual([
    ["22", 1],
    ["23", 0],
    ["24", 0],
    ["25", 0],
    ["26", 0],
    ["28", 1],
  ]);
});

it("an event of several days is on each of them, and midnight belongs to the day before", () => {
  const fair = event("2026-11-23T09:00:00Z", "2026-11-25T00:00:00Z");
  expect(daysOfWeek("2026-11-23", [fair]).map(({ events }) => events.length)).toEqual([1, 1, 0, 0, 0]);
});

it("the user's own place is found, and the child is named before the tutor", () => {
  const lesson = event("2026-11-23T09:00:00Z", "2026-11-23T10:00:00Z", [
    on("tutor", 1, "Tom"),
    on("student", 2, "Sam"),
  ]);
  const parent = withWhom(lesson, { studentId: null, tutorId: null, clientId: 7 } as User);
  expect([parent.mine, parent.others.map(({ name }) => name)]).toEqual([undefined, ["Sam", "Tom"]]);
  const student = withWhom(lesson, { studentId: 2, tutorId: null } as User);
  expect([student.mine?.name, student.others.map(({ name }) => name)]).toEqual(["Sam", ["Tom"]]);
});
