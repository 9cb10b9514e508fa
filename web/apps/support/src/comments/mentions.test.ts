import { expect, it } from "vitest";
import { asTyped, mentioning, withMentions } from "./mentions";

const people = [
  { id: 12, name: "Colin [Col] <b>" },
  { id: 3, name: "Ada Smith" },
  { id: 4, name: "Ada Smith-Jones" },
  { id: 5, name: "Ada Smith" },
];

it("mentions are written as the service parses them", () => {
  expect(mentioning("<p>Hi @Colin [Col] &lt;b&gt;!</p>", people)).toBe("<p>Hi @[Colin Col b](user:12)!</p>");
  expect(mentioning("<p>@Ada Smith-Jones, @Ada Smith: look</p>", people)).toBe(
    "<p>@[Ada Smith-Jones](user:4), @[Ada Smith](user:3): look</p>",
  );
});

it("unknown names, addresses and text in tags stay", () => {
  for (const html of [
    "<p>@Ada Smithers</p>",
    "<p>x@Ada Smith</p>",
    '<p><a href="https://a.org/@Ada Smith">a</a></p>',
    "<p>Ada Smith</p>",
  ])
    expect(mentioning(html, people)).toBe(html);
  expect(mentioning("<p>@Ada Smith</p>", [])).toBe("<p>@Ada Smith</p>");
});

it("mentions are shown by name, and lookalikes stay", () => {
  expect(withMentions("<p>@[Ada Smith](user:12)</p>")).toContain(">@Ada Smith</span>");
  expect(asTyped("<p>@[Ada Smith](user:12) and @[Colin](user:3)</p>")).toBe("<p>@Ada Smith and @Colin</p>");
  for (const other of ["@[Ada](team:1)", "@[](user:1)", "[Ada](user:1)"]) expect(withMentions(other)).toBe(other);
});
