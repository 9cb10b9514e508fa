import { expect, it } from "vitest";
import { contains, labelSearch } from "./search";
import { matching } from "../richtext/mentions";

it.each([
  ["Müller", "Muller"],
  ["Muller", "MÜLLER"],
  ["Łucja", "lucja"],
  ["Hauptstraße", "strasse"],
  ["Æsir", "aesir"],
  ["Œuvre", "oeuvre"],
  ["Ðóra Østergaard", "dora o"],
  ["İstanbul", "istanbul"],
  ["Mu\u0308ller", "mül"],
  ..."'’‘`´ʼ′＇".split("").flatMap((sign) => [
    ["O’Brien", `o${sign}b`],
    ["d'Arcy", `d${sign}a`],
    [`O${sign}Neill`, "o'n"],
    [`O${sign}Neill`, "ONeill"],
    ["ONeill", `o${sign}n`],
  ]),
  ..."-‐‑–—−－".split("").flatMap((sign) => [
    ["Anne–Marie", `e${sign}m`],
    [`Smith${sign}Jones`, "h-j"],
  ]),
  ["ＡＣＭＥ", "acme"],
  ["Muller", "ｍｕｌ"],
  ["Zoë\u00A0Łoś", "zoe los"],
  ["Müller", "mul\u200Bl\u00ADer"],
])("finds %s by %s", (text, typed) => {
  expect(contains(text, typed)).toBe(true);
  expect(labelSearch.filterOption(typed, { label: text })).toBe(true);
});

it("another name is not found", () => {
  expect(contains("Müller", "Miller")).toBe(false);
  expect(labelSearch.filterOption("Müller", {})).toBe(false);
});

it("a person is offered for a mention without the name's accents", () => {
  const people = [
    { id: 1, name: "Jürgen Müller" },
    { id: 2, name: "Ada Lovelace" },
  ];
  expect(matching(people, "mull")).toEqual([people[0]]);
});
