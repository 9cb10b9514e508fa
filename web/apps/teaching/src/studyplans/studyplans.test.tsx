import { fakeServer, renderScreen, signInAs } from "@staffroom/testing";
import { currentToasts } from "@staffroom/ui";
import { createEvent, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { firstBehind } from "./behind";
import { StudyPlanTab } from "./study-plan";
import { examIn, type CoursePlan, type PlanWeek } from "./types";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const states = [
  { value: "planned", label: "Planned" },
  { value: "taught", label: "Taught" },
  { value: "closed", label: "No teaching" },
];
const week = (id: number, content: string, more: Partial<PlanWeek> = {}): PlanWeek => ({
  id,
  term: "mt",
  week: id,
  ISOWeek: 40 + id,
  start: `2026-10-0${id}`,
  end: `2026-10-0${id}`,
  content,
  status: "planned",
  cwsIds: [],
  details: "",
  custom: "",
  version: 1,
  students: [],
  ...more,
});
const term = { start: "2026-10-01", end: "2026-12-01", weeks: 4 };
const year = {
  id: 8,
  title: "2026/27",
  year: 2026,
  mt: term,
  ht: term,
  tt: term,
  weeksToISO: [1, 2, 3].map((place) => ({
    collegeWeek: place,
    isoWeek: 40 + place,
    term: "mt" as const,
    week: place,
    start: `2026-10-0${place}`,
    end: `2026-10-0${place}`,
  })),
};
const course = {
  id: 1,
  title: "AQA A-level Physics",
  board: "AQA",
  level: "A-level",
  subject: "Physics",
  type: "individual",
  status: "active",
  department: null,
  academicYearId: 8,
  studyPlanNotRequired: false,
  firstExam: null as string | null,
};

/** The plan of a course with one student. */
const planOf = (weeks: PlanWeek[], more: Partial<CoursePlan> = {}): CoursePlan =>
  ({
    state: "plan",
    course,
    academicYear: year,
    plan: { id: 5, type: 2, syllabus: "", academicYearId: 8, version: 1 },
    weeks,
    students: [
      {
        cwsId: 3,
        id: 1,
        name: "Ada",
        status: "active",
        grades: { reach: "", match: "", safety: "", previous: "", syllabusCode: "", optionCode: "" },
        weeksBehind: 0,
        planEnds: null,
        late: false,
      },
    ],
    may: { edit: true, setYear: false, options: false },
    ...more,
  }) as CoursePlan;

/** A server that stores a plan's weeks as the teaching service does. */
function planServer(contents: string[], more: Partial<CoursePlan> = {}) {
  const server = fakeServer();
  let weeks = contents.map((content, place) => week(place + 1, content));
  const ok = (data: unknown) => ({ status: 200, body: { data } });
  const plan = () => planOf(weeks, more);
  const fields =
    (...all: object[]) =>
    () =>
      ok({ sections: [{ name: "week", title: "Week", fields: all }] });
  server.on(
    "GET",
    "/api/v2/studyplanweek/fields",
    fields(
      { name: "content", title: "Content", type: "richtext" },
      { name: "status", title: "Status", type: "select", options: states, required: true },
    ),
  );
  server.on(
    "GET",
    "/api/v2/studyplanweekwithstudent/fields",
    fields({ name: "ot", title: "On track", type: "select", options: [] }),
  );
  server.on("GET", "/courses/students/fields", fields());
  server.on("GET", "/api/v2/course/1/studyplan", () => ok(plan()));
  server.on("PUT", "/api/v2/studyplan/5/weeks", ({ body }) => {
    const wanted = (body as { weeks: { id: number; content: string; version: number }[] }).weeks;
    const isOld = wanted.some(({ id, version }) => weeks.find((one) => one.id === id)?.version !== version);
    if (isOld) return { status: 409, body: { error: "This was changed meanwhile", code: "changed_meanwhile" } };
    weeks = weeks.map((one) => {
      const now = wanted.find(({ id }) => id === one.id);
      return now && now.content !== one.content ? { ...one, content: now.content, version: one.version + 1 } : one;
    });
    return ok(weeks.map(({ id, version }) => ({ id, version })));
  });
  server.on("POST", "/api/v2/studyplan/5/move", ({ body }) => {
    const from = weeks.findIndex(({ id }) => id === (body as { fromWeekId: number }).fromWeekId);
    const before = weeks.slice(from).map(({ id, content, version }) => ({ id, content, version: version + 1 }));
    weeks = weeks.map((one, place) =>
      place < from
        ? one
        : { ...one, content: place === from ? "" : (weeks[place - 1] as PlanWeek).content, version: one.version + 1 },
    );
    return ok({ moved: before.length, joined: null, before });
  });
  /** Simulates another user's change of a week. */
  const change = (id: number, part: Partial<PlanWeek>) => {
    weeks = weeks.map((one) => (one.id === id ? { ...one, ...part, version: one.version + 1 } : one));
  };
  return { server, change, contents: () => weeks.map(({ content }) => content) };
}

const at = (row: number, column = 1) =>
  document.querySelector<HTMLElement>(`[data-at="${row}:${column}"]`) as HTMLElement;
const shown = () => [0, 1, 2, 3].flatMap((row) => (at(row) ? [at(row).textContent] : []));
const open = async () => {
  renderScreen(<StudyPlanTab courseId={1} />);
  await screen.findByRole("grid", { name: "Weeks of the study plan" });
  fireEvent.pointerDown(at(0), { button: 0, pointerType: "mouse" });
  fireEvent.pointerUp(window);
  await waitFor(() => expect(document.activeElement).toBe(at(0)));
};
const paste = (text: string) => {
  const event = createEvent.paste(document.activeElement as Element, {
    clipboardData: { getData: (type: string) => (type === "text/plain" ? text : "") },
  });
  fireEvent(document.activeElement as Element, event);
};

beforeEach(() => {
  localStorage.clear();
  signInAs("staff");
});

it("a block from a spreadsheet fills the weeks in one call, and is undone as one step", async () => {
  const { server, contents } = planServer(["<p>Waves</p>", "", ""]);
  await open();
  paste("Forces\tTaught\r\nEnergy\tPlanned\r\n");
  await waitFor(() => expect(contents()).toEqual(["<p>Forces</p>", "<p>Energy</p>", ""]));
  expect(server.calls.filter(({ method, path }) => method === "PUT" && path.endsWith("/weeks"))).toHaveLength(1);
  expect(server.calls.find(({ path, method }) => method === "PUT" && path === "/api/v2/studyplanweek/1")?.body).toEqual(
    { field: "status", newValue: "taught", oldValue: "planned" },
  );
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(contents()).toEqual(["<p>Waves</p>", "", ""]));
});

it("Alt with an arrow exchanges contents; another user's text is refused in place, another part of the week is not", async () => {
  const { change, contents } = planServer(["<p>Waves</p>", "<p>Forces</p>", ""]);
  await open();
  // The state of the week does not justify refusing its content.
  change(1, { status: "taught" });
  await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
  await waitFor(() => expect(contents()).toEqual(["<p>Forces</p>", "<p>Waves</p>", ""]));
  await waitFor(() => expect(screen.getByText("Saved")).toBeTruthy());
  change(3, { content: "<p>Theirs</p>" });
  await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
  await waitFor(() => expect(at(2).getAttribute("aria-invalid")).toBe("true"));
  expect(contents()).toEqual(["<p>Forces</p>", "<p>Waves</p>", "<p>Theirs</p>"]);
  expect(at(2).textContent).toContain("Somebody has changed this since");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(at(2).textContent).toBe("Theirs"));
});

it("Insert and push down empties the week with the call that moves the rest, opens it, and is an undo step", async () => {
  const { server, contents } = planServer(["<p>Waves</p>", "<p>Forces</p>", ""]);
  await open();
  await user.click(screen.getByRole("button", { name: "Insert and push down" }));
  await waitFor(() => expect(contents()).toEqual(["", "<p>Waves</p>", "<p>Forces</p>"]));
  expect(server.calls.find(({ method }) => method === "POST")).toMatchObject({
    path: "/api/v2/studyplan/5/move",
    body: { fromWeekId: 1 },
  });
  const editor = await screen.findByRole("textbox", { name: "Content, row 1" });
  await waitFor(() => expect(document.activeElement).toBe(editor));
  expect(currentToasts().at(-1)).toMatchObject({
    text: "The rest was pushed down by a week",
    action: { label: "Undo" },
  });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(at(0)));
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(contents()).toEqual(["<p>Waves</p>", "<p>Forces</p>", ""]));
  await waitFor(() => expect(shown()).toEqual(["Waves", "Forces", ""]));
});

it("a week's menu exchanges its content, as an undo step; an empty week has nothing to move", async () => {
  const { server, contents } = planServer(["<p>Waves</p>", "<p>Forces</p>", ""]);
  await open();
  await user.click(screen.getByRole("button", { name: "More of Michaelmas week 3" }));
  expect((await screen.findByRole("menuitem", { name: "Move content to week…" })).getAttribute("aria-disabled")).toBe(
    "true",
  );
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("button", { name: "More of Michaelmas week 1" }));
  await user.click((await screen.findAllByRole("menuitem", { name: "Move content to week…" })).at(-1) as HTMLElement);
  await user.click(await screen.findByRole("combobox", { name: "To week" }));
  await user.click(await screen.findByText("Michaelmas week 3, 03/10/26, empty"));
  await user.click(screen.getByRole("button", { name: "Move content" }));
  await waitFor(() => expect(contents()).toEqual(["", "<p>Forces</p>", "<p>Waves</p>"]));
  expect(server.calls.filter(({ method, path }) => method === "PUT" && path.endsWith("/weeks"))).toHaveLength(1);
  await waitFor(() =>
    expect(currentToasts().at(-1)).toMatchObject({
      text: "Content moved to Michaelmas week 3",
      action: { label: "Undo" },
    }),
  );
  currentToasts().at(-1)?.action?.run();
  await waitFor(() => expect(contents()).toEqual(["<p>Waves</p>", "<p>Forces</p>", ""]));
});

it("readers and plans of version 1 have no grid", async () => {
  planServer(["<p>Waves</p>"], { may: { edit: false, setYear: false, options: false } });
  renderScreen(<StudyPlanTab courseId={1} />);
  expect(await screen.findByRole("tab", { name: "Michaelmas" })).toBeTruthy();
  expect(screen.queryByRole("grid")).toBeNull();
});

it("a plan of another course is previewed on this year's weeks, with what has no week", async () => {
  const source = {
    id: 7,
    title: "OCR A-level Physics",
    year: "2025/26",
    weeks: 2,
    sameCourse: false,
    courseId: 2,
    academicYearId: 6,
    board: "OCR",
    sameBoard: false,
  };
  const weeks = year.weeksToISO.map(({ term: of, week: number, start, end }) => ({
    term: of,
    week: number,
    start,
    end,
    content: number === 2 ? "<p>Optics</p>" : "",
  }));
  const { server } = planServer([], { state: "none", plan: null });
  server.on("GET", "/api/v2/course/1/studyplan/sources", () => ({ status: 200, body: { data: [source] } }));
  server.on("POST", "/api/v2/course/1/studyplan/preview", () => ({
    status: 200,
    body: { data: { weeks, left: [{ term: "mt", week: 4, content: "<p>Stars</p>" }] } },
  }));
  server.on("POST", "/api/v2/course/1/studyplan", () => ({ status: 201, body: { data: { id: 5, copied: 1 } } }));
  renderScreen(<StudyPlanTab courseId={1} />);
  await user.click(await screen.findByRole("button", { name: "Copy another plan" }));
  expect(await screen.findByText("OCR, another board")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Preview OCR A-level Physics 2025/26" }));
  expect((await screen.findByRole("row", { name: /^Michaelmas week 2/ })).textContent).toContain("Optics");
  expect(screen.getByText("2026/27 has no week for the content of Michaelmas week 4. It is not copied.")).toBeTruthy();
  const posts = () => server.calls.filter(({ method }) => method === "POST").map(({ path, body }) => [path, body]);
  expect(posts()).toEqual([["/api/v2/course/1/studyplan/preview", { copyFrom: 7 }]]);
  await user.click(screen.getByRole("button", { name: "Copy plan" }));
  await waitFor(() => expect(posts()[1]).toEqual(["/api/v2/course/1/studyplan", { copyFrom: 7 }]));
});

it("students who are behind are named above the weeks, and the rest moves from their first open week", async () => {
  const weekOf = (id: number, ot: string | null, missed = false) =>
    week(id, `Week ${id}`, { students: [{ id, cwsId: 3, ot, actual: "", missed }] } as Partial<PlanWeek>);
  const [ada] = planOf([]).students;
  const plan = planOf([weekOf(1, "behind"), weekOf(2, "onTrack"), weekOf(3, "na", true), weekOf(4, null, true)], {
    students: [{ ...ada, weeksBehind: 2 } as CoursePlan["students"][number]],
  });
  expect(firstBehind(plan, "2026-12-01")?.id).toBe(3);
  expect(
    firstBehind({ ...plan, students: plan.students.map((one) => ({ ...one, weeksBehind: 0 })) }, "2026-12-01"),
  ).toBeUndefined();
  // No week after the last one takes its content.
  expect(
    firstBehind(planOf([weekOf(1, "onTrack"), weekOf(2, "behind")], { students: plan.students }), "2026-12-01"),
  ).toBeUndefined();
  const { contents } = planServer(["Kinematics", "Dynamics", "Energy"], {
    students: plan.students,
    weeks: [weekOf(1, "behind"), weekOf(2, null), weekOf(3, null)],
  });
  renderScreen(<StudyPlanTab courseId={1} />);
  expect((await screen.findByRole("note")).textContent).toContain("2 weeks behind. No study week of the year is left.");
  await user.click(screen.getByRole("button", { name: /^Move the rest from Michaelmas week 1/ }));
  await user.click(await screen.findByRole("button", { name: "Move the rest" }));
  await waitFor(() => expect(contents()).toEqual(["", "Kinematics", "Dynamics"]));
});

it("the plan is compared with the exam, and names students for whom it ends too late", async () => {
  expect(
    ["2026-12-01", "2026-12-02", "2026-12-14", "2026-12-15", "2027-02-18", "2026-11-30", null].map((exam) =>
      examIn(exam, "2026-12-01"),
    ),
  ).toEqual(["today", "tomorrow", "in 13 days", "in 2 weeks", "in 11 weeks", "", ""]);
  const ahead = new Date(Date.now() + 80 * 86_400_000).toISOString().slice(0, 10);
  const [ada] = planOf([]).students;
  const bob = {
    ...ada,
    cwsId: 4,
    id: 2,
    name: "Bob",
    weeksBehind: 2,
    planEnds: "2027-05-03",
    late: true,
  } as CoursePlan["students"][number];
  planServer(["Kinematics"], { course: { ...course, firstExam: ahead }, students: [ada as typeof bob, bob] });
  renderScreen(<StudyPlanTab courseId={1} />);
  const note = (await screen.findByRole("note")).textContent;
  expect(note).toContain(
    "2 weeks behind, the exam is in 11 weeks. Bob. Too late for the exam: the last content comes in the week of 03/05/27.",
  );
  expect(screen.getByRole("row", { name: /^Ada/ }).textContent).toContain("in 11 weeks");
  expect(screen.getByRole("row", { name: /^Ada/ }).textContent).not.toContain("Plan too late");
  expect(screen.getByRole("row", { name: /^Bob/ }).textContent).toContain("Plan too late");
});
