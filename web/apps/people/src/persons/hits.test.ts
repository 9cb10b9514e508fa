import { expect, it } from "vitest";
import { hitOf } from "./hits";

const hit = {
  kind: "tutor",
  id: 7,
  title: "Ada Lovelace",
  detail: "ada@example.org",
  department: "Oxford",
  status: "active",
  statusLabel: "Active",
  near: false,
  target: "/tutors/7",
} as const;

it("kind, department and status are next to a name, and whether the person left", () => {
  expect(hitOf(hit)).toEqual({
    kind: "Tutor",
    title: "Ada Lovelace",
    detail: "Oxford · ada@example.org",
    status: "Active",
    isPast: false,
    target: "/tutors/7",
  });
  expect(hitOf({ ...hit, department: "", status: "retired", statusLabel: "Retired" })).toMatchObject({
    detail: "ada@example.org",
    status: "Retired",
    isPast: true,
  });
});

it("a guessed name is marked", () => {
  expect(hitOf({ ...hit, near: true }).match).toBe("near");
});
