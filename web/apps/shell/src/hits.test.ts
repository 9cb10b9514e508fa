import type { SearchHit } from "@staffroom/contract";
import { expect, it } from "vitest";
import { mergeHits, rankHits } from "./hits";

const hit = (kind: string, target: string, detail = ""): SearchHit => ({ kind, target, detail, title: `${kind} ${target}` });
const identity = { paths: ["/users/:id/:tab?"] };
const people = { paths: ["/students/:id/:tab?", "/courses/:id/:tab?"] };

it("shows a person and their account as one row, the person's", () => {
  const account = hit("Student", "/students/7", "harper.young");
  const person = hit("Student", "/students/7", "harper@staffroom.example");
  for (const answers of [[{ ...identity, hits: [account] }, { ...people, hits: [person] }], [{ ...people, hits: [person] }, { ...identity, hits: [account] }]]) {
    expect(mergeHits(answers)).toEqual([person]);
  }
});

it("puts persons before courses, invoices, tickets and accounts, and keeps their order", () => {
  const hits = mergeHits([
    { ...identity, hits: [hit("User", "/users/1")] },
    { paths: [], hits: [hit("Ticket", "/t?ticket=1"), hit("Ticket", "/t?ticket=2"), hit("Invoice", "/i?invoice=1")] },
    { ...people, hits: [hit("Course", "/courses/1"), hit("Tutor", "/tutors/1"), hit("Student", "/students/9")] },
  ]);
  expect(hits.map(({ target }) => target)).toEqual(["/tutors/1", "/students/9", "/courses/1", "/i?invoice=1", "/t?ticket=1", "/t?ticket=2", "/users/1"]);
});

it("puts a screen first whose name begins with the letters typed, others after the records", () => {
  const [bills, clients, person] = [{ ...hit("Screen", "/bills"), title: "Bills" }, { ...hit("Screen", "/clients"), title: "Clients of Billing" }, hit("Student", "/students/1")];
  expect(rankHits("bill", [clients, bills], [person])).toEqual([bills, person, clients]);
});
