import { expect, it } from "vitest";
import { mentioning, withMentions } from "./mentions";

it("writes mentions as the service reads them", () => {
  expect(mentioning("<p>Hi</p>", [{ id: 12, name: "Colin [Col] <b>" }])).toBe("<p>Hi</p><p>@[Colin Col b](user:12)</p>");
  expect(mentioning("<p>Hi</p>", [])).toBe("<p>Hi</p>");
});

it("shows them by name, and leaves what only looks like one", () => {
  expect(withMentions("<p>@[Ada Smith](user:12)</p>")).toContain(">@Ada Smith</span>");
  for (const other of ["@[Ada](team:1)", "@[](user:1)", "[Ada](user:1)"]) expect(withMentions(other)).toBe(other);
});
