import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { shownEmail, storedEmail } from "./email";

interface Table {
  accepted: [string, string][];
  refused: string[];
  shown: [string, string][];
}
const file = path.join(import.meta.dirname, "../../../../../services/testing/src/staffroom_testing/addresses.json");
const table = JSON.parse(readFileSync(file, "utf8")) as Table;

it.each(table.accepted)("takes %j", (typed, stored) => {
  expect(storedEmail(typed)).toBe(stored);
  expect(storedEmail(stored)).toBe(stored);
});

it.each(table.refused)("refuses %j", (typed) => expect(storedEmail(typed)).toBeNull());

it.each(table.shown)("shows %s as %s", (stored, shown) => expect(shownEmail(stored)).toBe(shown));

it("invalid punycode is shown as it is", () => {
  for (const address of ["ada@xn--", "ada@xn--!.org", "ada"]) expect(shownEmail(address)).toBe(address);
});
