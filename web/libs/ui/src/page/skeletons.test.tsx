import { connectionRestored } from "@staffroom/api";
import { renderScreen } from "@staffroom/testing";
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FieldsSkeleton, ListSkeleton, RecordSkeleton } from "./skeletons";

// A test file before this one may have left the connection lost: the note says nothing then.
beforeEach(connectionRestored);
afterEach(() => void vi.useRealTimers());

const count = (selector: string) => document.querySelectorAll(selector).length;

it("a list that loads has its tools, a head and rows of columns", () => {
  renderScreen(<ListSkeleton rows={8} columns={5} />);
  expect(count(".sr-skeleton-tools")).toBe(1);
  expect(count(".sr-skeleton-row[data-head]")).toBe(1);
  expect(count(".sr-skeleton-row:not([data-head])")).toBe(8);
  for (const row of document.querySelectorAll(".sr-skeleton-row")) expect(row.children.length).toBe(5);
  expect(screen.getByRole("group", { name: "Loading" }).getAttribute("aria-busy")).toBe("true");
});

it("a record in a drawer that loads has sections of fields, a label above each value", () => {
  renderScreen(<FieldsSkeleton sections={[4, 2]} />);
  expect(
    [...document.querySelectorAll("section")].map((section) => section.querySelectorAll(".sr-skeleton-field").length),
  ).toEqual([4, 2]);
  for (const field of document.querySelectorAll(".sr-skeleton-field")) expect(field.children.length).toBe(2);
});

it("a record's page that loads has its title, tiles, tabs, sections and timeline, and says it once", () => {
  renderScreen(<RecordSkeleton title="Student" avatar tiles={5} tabs={9} />);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Student");
  expect([
    count(".sr-skeleton-avatar"),
    count(".sr-skeleton-summary > div"),
    count(".sr-skeleton-tabs > i"),
    count(".sr-profile > .sr-panel"),
  ]).toEqual([1, 5, 9, 1]);
  expect(screen.getAllByRole("group", { name: "Loading" })).toHaveLength(1);
});

it("says after four seconds that the connection is slow, not that something failed", () => {
  vi.useFakeTimers();
  renderScreen(<ListSkeleton rows={2} columns={2} />);
  expect(screen.queryByText(/Still loading/)).toBeNull();
  act(() => void vi.advanceTimersByTime(4000));
  expect(screen.getByRole("status").textContent).toBe("Still loading: the connection is slow.");
});
