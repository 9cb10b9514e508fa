import { expect, it } from "vitest";
import { actedAs, actHit, hitsOf } from "./hits";

const account = { id: 31, name: "Harper Young", username: "harper.young", studentId: null, tutorId: null };

it("an account leads to its person's records", () => {
  expect(hitsOf({ ...account, studentId: 7 })).toEqual([
    { title: "Harper Young", detail: "harper.young", kind: "Student", target: "/students/7" },
  ]);
  expect(hitsOf({ ...account, staffId: 2, tutorId: 3 }).map(({ target }) => target)).toEqual(["/tutors/3", "/staff/2"]);
});

it("an account without a person leads to the account", () => {
  expect(hitsOf(account)).toEqual([
    { title: "Harper Young", detail: "harper.young", kind: "User", target: "/users/31" },
  ]);
});

it("act as finds users by the following words", () => {
  expect(["act as Harp", "Act as  young", "actress", "act as"].map(actedAs)).toEqual([
    "Harp",
    "young",
    undefined,
    undefined,
  ]);
  expect(actHit(account)).toEqual({
    title: "Act as Harper Young",
    detail: "harper.young",
    kind: "Command",
    target: "/users/31?actAs=true",
  });
});
