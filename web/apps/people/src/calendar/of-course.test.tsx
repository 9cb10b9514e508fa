import { FieldForm } from "@staffroom/form";
import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { act, renderHook, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Field } from "@staffroom/contract";
import { useState } from "react";
import { beforeEach, expect, it } from "vitest";
import { OfCourse, peopleOf, useEndFollows } from "./of-course";
import type { Somebody } from "./people-choice";

beforeEach(() => signInAs("staff"));

const course = {
  title: "AQA A-level Physics",
  departmentId: 2,
  defaultDurationHr: 1,
  defaultDurationMin: 30,
  tutors: [{ id: 8, name: "Grace Hopper", linkId: 1, status: "active" }],
  students: [
    { id: 4, name: "Alfie Smith", status: "active" },
    { id: 5, name: "Bo Li", status: "withdrawn" },
  ],
};

it("an event keeps its length when its start changes", () => {
  const { result } = renderHook(() => useEndFollows({ start: "2027-07-05T09:00:00Z", end: "2027-07-05T10:30:00Z" }));
  let drafts: Record<string, unknown> = {};
  act(() => {
    drafts = result.current({ start: "2027-07-06T12:00:00Z", end: "2027-07-05T10:30:00Z" }, "start");
  });
  expect(drafts.end).toBe("2027-07-06T13:30:00Z");
  const longer = { ...drafts, end: "2027-07-06T14:00:00Z" };
  expect(result.current(longer, "end")).toBe(longer);
  expect(result.current({ ...longer, start: "2027-07-06T08:00:00Z" }, "start").end).toBe("2027-07-06T10:00:00Z");
});

it("a course's tutors and its current students are taken", () => {
  expect(peopleOf(course as unknown as Parameters<typeof peopleOf>[0])).toEqual([
    { kind: "tutor", id: 8, name: "Grace Hopper" },
    { kind: "student", id: 4, name: "Alfie Smith" },
  ]);
});

const fields = [
  { name: "title", title: "Title", type: "text", required: true },
  { name: "courseId", title: "Course", type: "select", options: [{ value: 3, label: "Physics" }] },
  { name: "departmentId", title: "Department", type: "select", options: [{ value: 2, label: "London" }] },
] as unknown as Field[];

function Booking({ title, onSent }: { title: string; onSent: (values: unknown) => void }) {
  const [people, setPeople] = useState<Somebody[]>([]);
  return (
    <FieldForm
      fields={fields}
      initial={{ title, start: "2027-07-05T09:00:00Z", end: "2027-07-05T10:00:00Z" }}
      onSubmit={async (values) => onSent(values)}
    >
      {(form) => (
        <>
          <OfCourse form={form} begun={null} onPeople={setPeople} />
          <output>
            {people.map(({ name }) => name).join()} {String(form.drafts.end)}
          </output>
        </>
      )}
    </FieldForm>
  );
}

it.each([
  ["", "AQA A-level Physics"],
  ["Revision", "Revision"],
])("a course fills in the event, and the title %j stays", async (typed, title) => {
  fakeServer().on("GET", "/courses/3", () => ({ status: 200, body: { data: course } }));
  renderScreen(<Booking title={typed} onSent={() => undefined} />);
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await user.click(screen.getByRole("combobox", { name: "Course" }));
  await user.click(await screen.findByTitle("Physics"));
  await screen.findByText("Grace Hopper,Alfie Smith 2027-07-05T10:30:00Z");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Title" }).value).toBe(title);
});
