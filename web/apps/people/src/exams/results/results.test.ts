import { expect, test } from "vitest";
import { gradeOf, releaseOf } from "./results";

test("the office's grade is used if visible, else the released one", () => {
  expect(gradeOf({ resultGrade: "A", result: "" })).toBe("A");
  expect(gradeOf({ result: "B" })).toBe("B");
  expect(gradeOf({ resultGrade: "", result: "" })).toBe("–");
});

test("the release time of a result is shown", () => {
  expect(releaseOf({ released: true, resultsAt: "2026-08-20T07:00:00Z" })).toBe("Released");
  expect(releaseOf({ released: false, resultsAt: "2026-08-20T07:00:00Z" })).toBe("From 20/08/26 08:00");
  expect(releaseOf({ released: false, resultsAt: null })).toBe("No day yet");
});
