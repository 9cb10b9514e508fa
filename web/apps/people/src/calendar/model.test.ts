import { zone } from "@staffroom/ui";
import dayjs from "dayjs";
import { describe, expect, it } from "vitest";
import {
  lanesOf,
  momentOf,
  momentsOf,
  peopleIn,
  weekCalled,
  weeksCalled,
  wholeDays,
  type AcademicYear,
  type EventRow,
} from "./model";

it("a day has a lane for each of its tutors, and for every room", () => {
  const event = {
    people: [
      { kind: "tutor", id: 4, name: "Mei" },
      { kind: "student", id: 1, name: "Omar" },
    ],
    locationId: null,
  } as unknown as EventRow;
  expect(lanesOf("tutors", [event], [])).toEqual([{ id: "tutor:4", title: "Mei" }]);
  expect(
    lanesOf(
      "rooms",
      [event],
      [
        { id: 2, title: "Oxford, Ashmole", city: "Oxford", type: "room" },
        { id: 0, title: "Zoom", city: "", type: "zoom" },
      ],
    ),
  ).toEqual([
    { id: "room:2", title: "Oxford, Ashmole" },
    { id: "room:", title: "Without a room" },
  ]);
});

it("occupied rooms come first, then those of one site together", () => {
  const room = (id: number, title: string, type = "room") => ({ id, title, city: "Oxford", type });
  const rooms = [
    room(1, "Mead House", "building"),
    room(2, "Wytham, Ashmole"),
    room(3, "Mead House, Ashmole"),
    room(4, "Mead House, Bodley"),
  ];
  const event = (locationId: number, location: string) => ({ people: [], locationId, location }) as unknown as EventRow;
  const titles = (...taken: EventRow[]) => lanesOf("rooms", taken, rooms).map(({ title }) => title);
  expect(titles(event(2, "Wytham, Ashmole"))).toEqual(["Wytham, Ashmole", "Mead House, Ashmole", "Mead House, Bodley"]);
  expect(titles(event(9, "Cellar"))[0], "a room that is no longer among them").toBe("Cellar");
});

it("events keep their wall-clock time across clock changes", () => {
  expect(momentOf("2026-10-24T10:00:00")).toBe("2026-10-24T09:00:00Z");
  expect(momentOf("2026-10-25T10:00:00")).toBe("2026-10-25T10:00:00Z");
  expect(momentOf("2027-03-27T10:00:00")).toBe("2027-03-27T10:00:00Z");
  expect(momentOf("2027-03-28T10:00:00")).toBe("2027-03-28T09:00:00Z");
  // A whole day is 25 hours long in autumn and 23 in spring.
  const hours = (day: string) => {
    const { start, end } = momentsOf({ start: day, end: day, isWhole: true });
    return dayjs(end).tz(zone).diff(dayjs(start), "hour");
  };
  expect([hours("2026-10-25"), hours("2027-03-28")]).toEqual([25, 23]);
});

it("whole days end before the midnight at which they end", () => {
  expect(wholeDays("2026-11-25T00:00:00", "2026-11-27T00:00:00")).toEqual({ start: "2026-11-25", end: "2026-11-26" });
  expect(wholeDays("2026-11-25T09:00:00", "2026-11-25T10:00:00")).toEqual({ start: "2026-11-25", end: "2026-11-25" });
});

it("the term and week of the academic year are named", () => {
  const week = (number: number, start: string, end: string) => ({
    collegeWeek: number,
    isoWeek: 0,
    term: "mt" as const,
    week: number,
    start,
    end,
  });
  const years = [
    { weeksToISO: [week(12, "2026-11-23", "2026-11-29"), week(11, "2026-11-16", "2026-11-22")] },
  ] as unknown as AcademicYear[];
  expect(weekCalled(years, "2026-11-25")).toBe("Michaelmas, week 12");
  expect(weekCalled(years, "2026-12-25")).toBeUndefined();
  expect(weeksCalled(years, "month", "2026-11-25")).toBe("Michaelmas, weeks 11 to 12");
});

describe("peopleIn", () => {
  const on = (kind: string, name: string, status = "accepted") => ({ kind, name, status });
  const row = (...people: unknown[]) => ({ people }) as unknown as EventRow;

  it("lists tutors first, then the others, without those who declined", () => {
    expect(
      peopleIn(row(on("tutor", "Grace Hopper"), on("student", "Alfie Smith"), on("student", "Bo Li", "declined"))),
    ).toEqual({ names: "Grace Hopper · Alfie Smith", initials: "GH · AS" });
  });

  it("says how many more there are", () => {
    const many = Array.from({ length: 6 }, (_, at) => on("student", `Ann ${String.fromCharCode(65 + at)}`));
    expect(peopleIn(row(on("tutor", "Grace Hopper"), ...many))?.initials).toBe("GH · AA, AB, AC +3");
  });

  it("returns nothing for an event without people", () => {
    expect(peopleIn(row())).toBeUndefined();
  });
});
