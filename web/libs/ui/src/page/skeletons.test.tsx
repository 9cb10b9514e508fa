import { connectionRestored } from "@staffroom/api";
import { renderScreen } from "@staffroom/testing";
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FieldsSkeleton, ListSkeleton, RecordSkeleton } from "./skeletons";

// An earlier test file may have left the connection lost: the note is then hidden.
beforeEach(connectionRestored);
afterEach(() => void vi.useRealTimers());

const count = (selector: string) => document.querySelectorAll(selector).length;

it("a loading list has its tools, a heading and rows of columns", () => {
  renderScreen(<ListSkeleton rows={8} columns={5} />);
  expect(count(".sr-skeleton-tools")).toBe(1);
  expect(count(".sr-skeleton-row[data-head]")).toBe(1);
  expect(count(".sr-skeleton-row:not([data-head])")).toBe(8);
  for (const row of document.querySelectorAll(".sr-skeleton-row")) expect(row.children.length).toBe(5);
  expect(screen.getByRole("group", { name: "Loading" }).getAttribute("aria-busy")).toBe("true");
});

it("a loading record in a drawer has sections of fields, a label above each value", () => {
  renderScreen(<FieldsSkeleton sections={[4, 2]} />);
  expect(
    [...document.querySelectorAll("section")].map((section) => section.querySelectorAll(".sr-skeleton-field").length),
  ).toEqual([4, 2]);
  for (const field of document.querySelectorAll(".sr-skeleton-field")) expect(field.children.length).toBe(2);
});

it("a loading record's page has its title, tiles, tabs, sections and timeline, and is announced once", () => {
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

it("after four seconds a note says that the connection is slow, not that something failed", () => {
  vi.useFakeTimers();
  renderScreen(<ListSkeleton rows={2} columns={2} />);
  expect(screen.queryByText(/Still loading/)).toBeNull();
  act(() => void vi.advanceTimersByTime(4000));
  expect(screen.getByRole("status").textContent).toBe("Still loading: the connection is slow.");
});
