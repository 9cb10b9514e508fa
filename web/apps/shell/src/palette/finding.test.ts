import { expect, it } from "vitest";
import { isNearly, matches, nearlyMatches } from "./finding";

const screens = ["Invoices", "Accounting system", "Clients", "Students", "Tutors", "Sign-in and security", "Slips"];
const titlesFor = (query: string, fits = matches) => screens.filter((title) => fits(title, query));

it("a screen is found by synonyms of its title", () => {
  expect(titlesFor("xero")).toEqual(["Accounting system"]);
  expect(titlesFor("parents")).toEqual(["Clients"]);
  expect(titlesFor("two-factor")).toEqual(["Sign-in and security"]);
});

it("one typo in a word is forgiven", () => {
  for (const typed of ["invocies", "invices", "invoicess", "imvoices", "invoixe"]) {
    expect(titlesFor(typed)).toEqual([]);
    expect(titlesFor(typed, nearlyMatches)).toEqual(["Invoices"]);
  }
  expect(titlesFor("imvoixes", nearlyMatches)).toEqual([]);
});

it("no typo is guessed in short words", () => {
  expect(isNearly("slips", "slp")).toBe(false);
  expect(isNearly("slips", "slpi")).toBe(true);
});

it("apostrophes are ignored, in the title and in the query", () => {
  for (const typed of ["oreilly", "o'reilly", "O’Reilly"]) expect(matches("Siobhán O'Reilly", typed)).toBe(true);
});
