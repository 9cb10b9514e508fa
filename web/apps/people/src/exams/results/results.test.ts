import { expect, test } from "vitest";
import { gradeOf, releaseOf } from "./results";

test("grade is that of the office where it is shown, else the released one", () => {
  expect(gradeOf({ resultGrade: "A", result: "" })).toBe("A");
  expect(gradeOf({ result: "B" })).toBe("B");
  expect(gradeOf({ resultGrade: "", result: "" })).toBe("–");
});

test("release says from when a result is out", () => {
  expect(releaseOf({ released: true, resultsAt: "2026-08-20T07:00:00Z" })).toBe("Released");
  expect(releaseOf({ released: false, resultsAt: "2026-08-20T07:00:00Z" })).toBe("From 20/08/26 08:00");
  expect(releaseOf({ released: false, resultsAt: null })).toBe("No day yet");
});
