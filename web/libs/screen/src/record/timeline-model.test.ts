import type { FieldChange } from "@staffroom/contract";
import { expect, it } from "vitest";
import { changeEntries, mergedEntries, timeOf, type Entry } from "./timeline-model";

const entry = (at: string): Entry => ({ key: at, at, kind: "Slip", icon: "file", name: at, more: "", target: null });
const days = (...numbers: number[]) => numbers.map((day) => entry(`2026-11-${String(day).padStart(2, "0")}`));

it("entries of all sources are merged, newest first", () => {
  const { entries, isWhole } = mergedEntries([
    { entries: days(20, 3), isWhole: true },
    { entries: days(11), isWhole: true },
  ]);
  expect(entries.map(({ at }) => at.slice(-2))).toEqual(["20", "11", "03"]);
  expect(isWhole).toBe(true);
});

it("the timeline ends where a source has more, so that no entry is missing in between", () => {
  const { entries, isWhole } = mergedEntries([
    { entries: days(20, 9), isWhole: false },
    { entries: days(12, 9, 2), isWhole: true },
  ]);
  expect(entries.map(({ at }) => at.slice(-2))).toEqual(["20", "12", "09", "09"]);
  expect(isWhole).toBe(false);
});

it("days are compared with timestamps", () => {
  const { entries } = mergedEntries([
    { entries: [entry("2026-11-05")], isWhole: true },
    { entries: [entry("2026-11-05T09:00:00Z"), entry("2026-11-04T23:00:00Z")], isWhole: true },
  ]);
  expect(entries.map(({ at }) => at)).toEqual(["2026-11-05T09:00:00Z", "2026-11-05", "2026-11-04T23:00:00Z"]);
});

it("fields changed together are one entry, with old and new values", () => {
  const change = (
    id: number,
    field: string,
    changed: string,
    newText: string | null = null,
    newValue: unknown = null,
  ): FieldChange => ({
    id,
    field,
    changed,
    newText,
    oldText: newText && "Active",
    oldValue: newText ? null : "a@b.example",
    newValue,
    userId: 4,
    userName: "Anna Reed",
    actingUserId: 0,
    actingUserName: null,
  });
  const entries = changeEntries(
    [
      change(3, "status", "2026-11-02T10:00:00Z", "Retired"),
      change(2, "email", "2026-11-01T10:00:00Z"),
      change(1, "phone", "2026-11-01T10:00:00Z", null, "x".repeat(80)),
    ],
    (field) => field.toUpperCase(),
    ({ userName }) => userName,
    (_, value) => String(value ?? ""),
  );
  expect(entries.map(({ name, more }) => [name, more])).toEqual([
    ["STATUS: Active → Retired", "Anna Reed"],
    [`EMAIL: a@b.example → empty, PHONE: a@b.example → ${"x".repeat(59)}…`, "Anna Reed"],
  ]);
});

it("an entry shows its time as its list does", () => {
  const at = "2026-06-30T22:59:00Z";
  expect([timeOf({ at }), timeOf({ at, isDay: true }), timeOf({ at: "2026-06-30" })]).toEqual([
    "30/06/26 23:59",
    "30/06/26",
    "30/06/26",
  ]);
});
