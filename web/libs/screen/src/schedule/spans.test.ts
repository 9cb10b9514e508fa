import { expect, it } from "vitest";
import { daysOf, inLondon, nameOf, stepped } from "./spans";

it("a month is shown in whole weeks from Monday, other spans as they are", () => {
  expect(daysOf("month", "2026-11-24")).toEqual({ first: "2026-10-26", last: "2026-12-06" });
  expect(daysOf("week", "2026-11-29")).toEqual({ first: "2026-11-23", last: "2026-11-29" });
  expect(daysOf("day", "2026-11-29")).toEqual({ first: "2026-11-29", last: "2026-11-29" });
  expect(daysOf("agenda", "2028-02-10")).toEqual({ first: "2028-02-01", last: "2028-02-29" });
  expect(daysOf("year", "2026-11-24")).toEqual({ first: "2026-01-01", last: "2026-12-31" });
});

it("paging moves by the span; a month is left on its first day, so that none is skipped", () => {
  expect(stepped("month", "2026-01-31", 1)).toBe("2026-02-01");
  expect(stepped("agenda", "2026-03-31", -1)).toBe("2026-02-01");
  expect(stepped("week", "2026-10-26", -1)).toBe("2026-10-19");
  expect(stepped("day", "2026-03-29", 1)).toBe("2026-03-30");
  expect(stepped("year", "2026-11-24", -1)).toBe("2025-01-01");
});

it("the shown days are named", () => {
  expect(nameOf("month", "2026-11-24")).toBe("November 2026");
  expect(nameOf("day", "2026-11-24")).toBe("Tuesday 24 November 2026");
  expect(nameOf("week", "2026-11-24")).toBe("23 – 29 Nov 2026");
  expect(nameOf("week", "2026-12-01")).toBe("30 Nov – 6 Dec 2026");
  expect(nameOf("week", "2026-12-31")).toBe("28 Dec 2026 – 3 Jan 2027");
  expect(nameOf("year", "2026-11-24")).toBe("2026");
});

it("timestamps are read in London time, an hour ahead of UTC in summer", () => {
  expect(inLondon("2026-10-24T23:30:00Z")).toBe("2026-10-25T00:30:00");
  expect(inLondon("2026-10-25T09:00:00Z")).toBe("2026-10-25T09:00:00");
  expect(inLondon("2026-03-29")).toBe("2026-03-29");
});
