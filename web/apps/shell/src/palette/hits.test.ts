import type { SearchHit } from "@staffroom/contract";
import { expect, it } from "vitest";
import { mergeHits, putRecentFirst, rankHits } from "./hits";

const hit = (kind: string, target: string, detail = ""): SearchHit => ({
  kind,
  target,
  detail,
  title: `${kind} ${target}`,
});
const identity = { paths: ["/users/:id/:tab?"] };
const people = { paths: ["/students/:id/:tab?", "/courses/:id/:tab?"] };

it("a person and their account are one row, the person's", () => {
  const account = hit("Student", "/students/7", "harper.young");
  const person = hit("Student", "/students/7", "harper@staffroom.example");
  for (const answers of [
    [
      { ...identity, hits: [account] },
      { ...people, hits: [person] },
    ],
    [
      { ...people, hits: [person] },
      { ...identity, hits: [account] },
    ],
  ]) {
    expect(mergeHits(answers)).toEqual([person]);
  }
});

it("persons come before courses, invoices, tickets and accounts, in their order", () => {
  const hits = mergeHits([
    { ...identity, hits: [hit("User", "/users/1")] },
    { paths: [], hits: [hit("Ticket", "/t?ticket=1"), hit("Ticket", "/t?ticket=2"), hit("Invoice", "/i?invoice=1")] },
    { ...people, hits: [hit("Course", "/courses/1"), hit("Tutor", "/tutors/1"), hit("Student", "/students/9")] },
  ]);
  expect(hits.map(({ target }) => target)).toEqual([
    "/tutors/1",
    "/students/9",
    "/courses/1",
    "/i?invoice=1",
    "/t?ticket=1",
    "/t?ticket=2",
    "/users/1",
  ]);
});

it("a screen whose name begins with the query comes first, others after the records", () => {
  const [bills, clients, person] = [
    { ...hit("Screen", "/bills"), title: "Bills" },
    { ...hit("Screen", "/clients"), title: "Clients of Billing" },
    hit("Student", "/students/1"),
  ];
  expect(rankHits("bill", [clients, bills], [person])).toEqual([bills, person, clients]);
});

it("a record found by its number comes first", () => {
  const ticket = { ...hit("Ticket", "/t?ticket=123"), match: "exact" as const };
  expect(
    mergeHits([
      { paths: [], hits: [hit("Ticket", "/t?ticket=7"), ticket] },
      { ...people, hits: [hit("Tutor", "/tutors/1")] },
    ])[0],
  ).toBe(ticket);
});

it("names with one typo are shown if nothing else is found", () => {
  const guessed = { ...hit("Tutor", "/tutors/1"), match: "near" as const };
  expect(mergeHits([{ ...people, hits: [guessed] }])).toEqual([guessed]);
  expect(
    mergeHits([
      { ...people, hits: [guessed] },
      { paths: [], hits: [hit("Invoice", "/i?invoice=1")] },
    ]).map(({ kind }) => kind),
  ).toEqual(["Invoice"]);
});

it("a record is shown once, whichever of its tabs were visited", () => {
  const [student, other] = [hit("Student", "/students/7", "Oxford"), hit("Student", "/students/70")];
  const visits = ["/students/7/money", "/students/7", "/students/list"].map((target) => hit("Recent", target));
  expect(putRecentFirst(visits, [student, other]).map(({ kind, target }) => [kind, target])).toEqual([
    ["Student", "/students/7"],
    ["Recent", "/students/list"],
    ["Student", "/students/70"],
  ]);
});
