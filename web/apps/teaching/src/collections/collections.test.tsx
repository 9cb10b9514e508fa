import { fakeServer, renderScreen, serveList, signInAs } from "@staffroom/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { bookingOf } from "./booked";
import { CallDialog } from "./call-dialog";
import { CollectionDialog } from "./write";

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const text = "Please check all sections are filled out";
const needed = [{ moves: ["submit", "approve"], title: "Form errors", text, least: 1 }];
const names = ["cat1", "cat2", "cat3", "cat4", "cat5", "cat6"];
const fields = [
  {
    name: "academicYearId",
    title: "Academic year",
    type: "select",
    required: true,
    readOnly: true,
    options: [{ value: 8, label: "2026-2027" }],
  },
  { name: "term", title: "Term", type: "select", required: true, options: [{ value: "mt", label: "Michaelmas" }] },
  { name: "date", title: "Interview", type: "date" },
  {
    name: "interviewers",
    title: "Interviewers",
    type: "multiselect",
    options: [{ value: "tutor:2", label: "Ivan, tutor" }],
  },
  ...names.map((name, place) => ({ name, title: `Section ${place + 1}`, type: "textarea", needed })),
];
const report = {
  id: 5,
  title: "Ada, History, Michaelmas",
  status: "draft",
  term: "mt",
  date: "2026-11-20",
  interviewers: ["tutor:2"],
  eventId: null,
  predictedGrade: "",
  interviewedBy: [{ kind: "tutor", id: 2, userId: 9, name: "Ivan" }],
  student: { id: 7, name: "Ada", userId: null },
  event: null,
  submitted: null,
  approved: null,
  submittedBy: "",
  approvedBy: "",
  course: { id: 1, cwsId: 3, title: "History", board: null, level: null, subject: "History" },
  mocks: [],
  pdfId: null,
  ...Object.fromEntries(names.map((name) => [name, name === "cat6" ? "" : "Steady"])),
  may: { edit: [...names, "interviewers"], delete: false, history: false },
  moves: [
    {
      name: "submit",
      title: "Submit",
      style: "primary",
      confirm: null,
      method: "POST",
      path: "/collectionreport/5/submit",
      needs: [],
      done: "Submitted",
    },
  ],
};
const term = {
  slips: [
    {
      id: 40,
      date: "2026-11-02T10:00:00Z",
      tutor: "Tom",
      present: "present",
      onTime: 0,
      ratings: [4, 4, 5, null, 0, 3],
      comment: "Worked well",
    },
  ],
  present: 1,
  absent: 0,
  late: 0,
  marks: [{ hwsId: 9, title: "Essay", mark: "17/20", quality: "Good", effort: "", due: "2026-11-01T10:00:00Z" }],
  homeworkDue: 2,
  homeworkDone: 1,
  grades: { reach: "A*", match: "", safety: "", previous: "" },
  earlier: [],
};

beforeEach(() => signInAs());

function serve() {
  const server = fakeServer();
  serveList(server, "/collectionreports", [], { columns: [], filters: [] });
  server.on("GET", "/collectionreport/fields", () => ({
    status: 200,
    body: { data: { sections: [{ name: "sections", title: "Sections", fields }], checks: names } },
  }));
  server.on("GET", "/collectionreport/mock/fields", () => ({ status: 200, body: { data: { sections: [] } } }));
  return server;
}

it("the term is next to the sections, in one call, and a section missing at submit is marked", async () => {
  const server = serve();
  server.on("GET", "/collectionreport/5", () => ({ status: 200, body: { data: report } }));
  server.on("GET", "/collectionreport/5/term", () => ({ status: 200, body: { data: term } }));
  server.on("POST", "/collectionreport/5/submit", () => ({
    status: 422,
    body: { error: text, title: "Form errors", code: "invalid", fields: { cat6: text } },
  }));
  renderScreen(<CollectionDialog id={5} onClose={() => undefined} />);
  const aside = await screen.findByRole("complementary", { name: "The term" });
  for (const text of ["A*", "1 of 1", "1 of 2", "Worked well", ": 17/20, quality Good"])
    expect(aside.textContent).toContain(text);
  expect(screen.getByText("1 of 6 sections left to write")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Submit" }));
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  expect(server.calls.filter(({ path }) => path === "/collectionreport/5/term")).toHaveLength(1);
});

it("another predicted grade needs a reason, and an unchanged one does not", async () => {
  const server = serve();
  const whole = {
    ...report,
    cat6: "Steady",
    grades: ["A", "B", "N/A"],
    predictedReason: "",
    predictedBefore: { grade: "B", at: "2026-06-27T23:59:00Z", by: "Tom Tutor", source: "Term report" },
  };
  const graded = [
    { name: "predictedGrade", title: "Predicted grade", type: "text" },
    { name: "predictedReason", title: "Reason for the change", type: "textarea" },
  ];
  server.on("GET", "/collectionreport/fields", () => ({
    status: 200,
    body: {
      data: {
        sections: [{ name: "sections", title: "Sections", fields: [...fields, ...graded] }],
        checks: [...names, "predictedReason"],
        parts: [
          {
            name: "predictedReason",
            at: "isChangeExplained",
            needed: [
              { moves: ["submit"], title: "Form errors", text: "Please say why the predicted grade changes", least: 1 },
            ],
          },
        ],
      },
    },
  }));
  const edit = [...names, "predictedGrade", "predictedReason"];
  server.on("GET", "/collectionreport/5", () => ({
    status: 200,
    body: { data: { ...whole, predictedGrade: "A", may: { ...report.may, edit } } },
  }));
  server.on("GET", "/collectionreport/6", () => ({
    status: 200,
    body: { data: { ...whole, id: 6, predictedGrade: "B", may: { ...report.may, edit } } },
  }));
  server.on("GET", "/collectionreport/:id/term", () => ({ status: 200, body: { data: term } }));
  const changed = renderScreen(<CollectionDialog id={5} onClose={() => undefined} />);
  expect(await screen.findByLabelText("Reason for the change")).toBeTruthy();
  expect(screen.getByText(/Predicted before/).textContent).toContain("B by Tom Tutor");
  expect(screen.getByText("The reason for the changed grade is missing")).toBeTruthy();
  changed.unmount();
  renderScreen(<CollectionDialog id={6} onClose={() => undefined} />);
  expect(await screen.findByText("Every section is written")).toBeTruthy();
  expect(screen.queryByLabelText("Reason for the change")).toBeNull();
});

it("the student's events of the day are offered as the interview, and the calendar's dialog is filled in for a room", async () => {
  const server = serve();
  const booked = { name: "eventId", title: "Event on the calendar", type: "number" };
  server.on("GET", "/collectionreport/fields", () => ({
    status: 200,
    body: { data: { sections: [{ name: "report", title: "Report", fields: [...fields, booked] }], checks: names } },
  }));
  server.on("GET", "/collectionreport/5", () => ({
    status: 200,
    body: { data: { ...report, grades: [], may: { ...report.may, edit: [...names, "eventId"] } } },
  }));
  server.on("GET", "/collectionreport/5/term", () => ({ status: 200, body: { data: term } }));
  server.on("GET", "/collectionreport/5/events", () => ({
    status: 200,
    body: {
      data: [
        {
          id: 31,
          title: "Collection: Ada",
          start: "2026-11-20T10:00:00Z",
          end: "2026-11-20T10:30:00Z",
          location: "Room 4",
          status: "active",
        },
      ],
    },
  }));
  const put: unknown[] = [];
  server.on("PUT", "/collectionreport/5", ({ body }) => {
    put.push(body);
    return { status: 200, body: { data: { field: "eventId", value: 31, modified: "2026-11-01T10:00:00Z" } } };
  });
  renderScreen(<CollectionDialog id={5} onClose={() => undefined} />);
  await user.click(await screen.findByRole("combobox", { name: "Event on the calendar" }));
  await user.click(await screen.findByText("10:00 to 10:30, Collection: Ada, Room 4"));
  await waitFor(() => expect(put).toEqual([expect.objectContaining({ field: "eventId", newValue: 31 })]));
  expect(decodeURIComponent(bookingOf(report))).toBe(
    '/companyCalendar?new={"title":"Collection: Ada","type":"meeting","courseId":1,"people":[{"kind":"student","id":7,"name":"Ada"},{"kind":"tutor","id":2,"name":"Ivan"}]}&day=2026-11-20',
  );
});

it("the students of the selected courses are called, with each result", async () => {
  const server = serve();
  server.on("GET", "/academic-years/current", () => ({ status: 200, body: { data: { id: 8 } } }));
  serveList(
    server,
    "/courses",
    [
      {
        id: 1,
        board: "AQA",
        level: "A-level",
        subject: "History",
        type: "indiv",
        tutors: [{ id: 1, name: "Tom" }],
        students: [{ id: 7, name: "Ada" }],
      },
    ],
    { columns: [], filters: [] },
  );
  const row = { courseId: 1, course: "AQA A-level History", id: 5, isNew: true, error: "" };
  server.on("POST", "/collectionreport/call", () => ({
    status: 200,
    body: {
      data: {
        rows: [
          { ...row, cwsId: 3, student: "Ada" },
          { ...row, cwsId: 4, student: "Ben", isNew: false },
          { ...row, cwsId: 6, student: "Cy", id: null, isNew: false, error: "This student is no longer on the course" },
        ],
      },
    },
  }));
  renderScreen(<CallDialog onClose={() => undefined} />);
  await user.click(await screen.findByRole("checkbox", { name: /AQA A-level History/ }));
  await user.click(screen.getByRole("button", { name: "Call the students of 1 course" }));
  expect(screen.getByRole("alert").textContent).toContain("Please choose the academic year and the term");
  expect(server.calls.some(({ method }) => method === "POST")).toBe(false);
  await user.click(screen.getByRole("combobox", { name: /Term/ }));
  await user.click(await screen.findByText("Michaelmas", { selector: ".ant-select-item-option-content" }));
  await user.click(screen.getByRole("button", { name: "Call the students of 1 course" }));
  await waitFor(() =>
    expect(server.calls.find(({ method }) => method === "POST")?.body).toMatchObject({
      academicYearId: 8,
      term: "mt",
      courseIds: [1],
    }),
  );
  expect((await screen.findByRole("status")).textContent).toBe("1 report called for, 2 not new.");
  const table = screen.getByRole("table");
  for (const text of ["Called", "Already there", "This student is no longer on the course"])
    expect(within(table).getByText(text)).toBeTruthy();
});

it("interviews of the called students are booked one by one in the same step", async () => {
  const server = serve();
  server.on("GET", "/academic-years/current", () => ({ status: 200, body: { data: { id: 8 } } }));
  server.on("GET", "/locations/calendarList", () => ({ status: 200, body: { data: [] } }));
  serveList(
    server,
    "/courses",
    [
      {
        id: 1,
        board: "AQA",
        level: "A-level",
        subject: "History",
        type: "indiv",
        tutors: [],
        students: [{ id: 7, name: "Ada" }],
      },
    ],
    { columns: [], filters: [] },
  );
  const row = { courseId: 1, course: "AQA A-level History", isNew: true, error: "" };
  server.on("POST", "/collectionreport/call", () => ({
    status: 200,
    body: {
      data: {
        rows: [
          { ...row, id: 5, cwsId: 3, student: "Ada" },
          { ...row, id: 6, cwsId: 4, student: "Ben" },
        ],
      },
    },
  }));
  server.on("POST", "/collectionreport/book", () => ({
    status: 200,
    body: {
      data: [
        { id: 5, student: "Ada", eventId: 31, start: "2026-11-20T14:30:00Z", error: "" },
        { id: 6, student: "Ben", eventId: null, start: null, error: "Ivan Interviewer is busy then" },
      ],
    },
  }));
  renderScreen(<CallDialog onClose={() => undefined} />);
  await user.click(await screen.findByRole("checkbox", { name: /AQA A-level History/ }));
  await user.click(screen.getByRole("combobox", { name: /Term/ }));
  await user.click(await screen.findByText("Michaelmas", { selector: ".ant-select-item-option-content" }));
  await user.type(screen.getByPlaceholderText("14:30"), "soon");
  await user.click(screen.getByRole("button", { name: "Call the students of 1 course" }));
  expect(screen.getByRole("alert").textContent).toContain("Please use hours and minutes, as 14:30");
  await user.clear(screen.getByLabelText("First interview at"));
  await user.type(screen.getByLabelText("First interview at"), "9:05");
  await user.click(screen.getByRole("button", { name: "Call the students of 1 course" }));
  expect(screen.getByRole("alert").textContent).toContain("Please set the date of the interviews first");
  await user.type(screen.getByLabelText("Interview"), "20/11/26{Enter}");
  await user.click(screen.getByRole("button", { name: "Call the students of 1 course" }));
  await waitFor(() =>
    expect(server.calls.find(({ path }) => path === "/collectionreport/book")?.body).toEqual({
      ids: [5, 6],
      time: "09:05",
      minutes: 20,
      locationId: null,
    }),
  );
  expect((await screen.findByRole("status")).textContent).toBe("2 reports called for, 1 interview booked.");
  expect(screen.getByText("Ivan Interviewer is busy then")).toBeTruthy();
});
