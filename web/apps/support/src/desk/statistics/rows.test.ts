import type { Row } from "@staffroom/contract";
import { describe, expect, it } from "vitest";
import { rowsOf } from "./rows";

const row = (more: Partial<Row>): Row =>
  ({ team: "techSupport", personId: null, whole: true, first: "2026-06-01", ...more }) as Row;

describe("the tickets behind a number", () => {
  it("are those of the team, the person or unassigned", () => {
    expect(rowsOf(row({ team: "all" }), { open: "true" })).toBe("/support/tickets/all?open=true&status=");
    expect(rowsOf(row({}), { open: "true" })).toBe("/support/tickets/all?open=true&status=&type=techSupport");
    expect(rowsOf(row({ whole: false, personId: 9 }), { overdue: "true" })).toBe(
      "/support/tickets/all?overdue=true&status=&type=techSupport&responsibleStaff=9",
    );
    expect(rowsOf(row({ whole: false }), { status: "resolved" })).toBe(
      "/support/tickets/all?status=resolved&type=techSupport&unassigned=true",
    );
  });
  it("are limited to the period if the number is", () => {
    expect(rowsOf(row({}), { since: "first" })).toBe("/support/tickets/all?status=&type=techSupport&date=2026-06-01..");
  });
});
