import type { Field } from "@staffroom/contract";
import { fakeServer, renderRoute, signInAs } from "@staffroom/testing";
import { createEvent, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import area from "../area";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const days = ["Monday", "Tuesday", "Wednesday"].map((value) => ({ value, label: value }));
const text = (name: string, title: string): Field => ({ name, title, type: "text" });
const availability: Field = {
  name: "availability",
  title: "Working hours",
  type: "table",
  columns: [{ name: "day", title: "Day", type: "select", options: days }, text("start", "From"), text("end", "To")],
};
const monday = { day: "Monday", start: "09:00", end: "12:00" };

beforeEach(() => signInAs());

function show() {
  const server = fakeServer();
  const record = {
    id: 7,
    firstName: "Ada",
    lastName: "Lovelace",
    status: "active",
    userId: null,
    availability: [monday],
    courses: [],
    may: { edit: ["availability"] },
    moves: [],
  };
  server.on("GET", "/tutors/7", () => ({ status: 200, body: { data: record } }));
  server.on("GET", "/tutors/fields", () => ({
    status: 200,
    body: { data: { sections: [{ name: "work", title: "Work", fields: [availability] }] } },
  }));
  renderRoute(area, "/tutors/7");
  return { server, record, puts: () => server.calls.filter(({ method }) => method === "PUT").map(({ body }) => body) };
}
const at = (row: number, column: number) =>
  document.querySelector<HTMLElement>(`[data-at="${row}:${column}"]`) as HTMLElement;

it("a person's working hours are a week of days, saved span by span", async () => {
  const { server, record, puts } = show();
  server.on("PUT", "/tutors/7", ({ body }) => {
    const { field, newValue } = body as { field: "availability"; newValue: (typeof monday)[] };
    record[field] = newValue;
    return { status: 200, body: { data: { field, value: newValue } } };
  });
  await screen.findByRole("grid", { name: "Working hours" });
  at(1, 1).focus();
  await user.keyboard("930{Tab}");
  await waitFor(() => expect(at(1, 1).getAttribute("aria-invalid")).toBe("true"));
  expect(puts()).toEqual([]);
  await user.keyboard("17{Enter}");
  const tuesday = { day: "Tuesday", start: "09:30", end: "17:00" };
  await waitFor(() =>
    expect(puts()).toEqual([{ field: "availability", newValue: [monday, tuesday], oldValue: [monday] }]),
  );
  await waitFor(() => expect(at(1, 1).getAttribute("aria-invalid")).toBeNull());
  at(2, 1).focus();
  fireEvent(
    at(2, 1),
    createEvent.paste(at(2, 1), {
      clipboardData: { getData: (type: string) => (type === "text/plain" ? "8\t10\t11\t12" : "") },
    }),
  );
  await waitFor(() =>
    expect(puts().at(-1)).toMatchObject({
      newValue: [
        monday,
        tuesday,
        { day: "Wednesday", start: "08:00", end: "10:00" },
        { day: "Wednesday", start: "11:00", end: "12:00" },
      ],
    }),
  );
  // The fullest day has two spans now: there is room for a third.
  expect(await screen.findByRole("columnheader", { name: "3rd from" })).toBeTruthy();
});

it("Restore shows the hours that another user saved meanwhile", async () => {
  const { server, record } = show();
  const theirs = [{ ...monday, end: "13:00" }];
  server.on("PUT", "/tutors/7", () => {
    record.availability = theirs;
    return { status: 409, body: { error: "Changed", code: "changed_meanwhile", value: theirs } };
  });
  await screen.findByRole("grid", { name: "Working hours" });
  at(0, 2).focus();
  await user.keyboard("11{Enter}{ArrowUp}");
  expect(
    await screen.findByText("Somebody has changed this since. Retry saves your value, Restore keeps theirs"),
  ).toBeTruthy();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(at(0, 2).textContent).toBe("13:00"));
});
