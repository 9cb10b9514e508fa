import { api } from "@staffroom/api";
import { defineArea, defineRecordDrawer, waitingAlike, type SearchHit } from "@staffroom/contract";
import { applicationRoutes, applicationsWaiting } from "./applications/routes";
import { courseCells, eventCells, masterEventCells, personCells } from "./cells";
import client from "./client";
import { courseProfile, journalOfCourse, studentsOfCourse } from "./course-profile";
import { buildingRoutes, entryRoutes, fillingRoutes } from "./forms/routes";
import { admissionMenu, admissionRoutes } from "./leads/convert/routes";
import { entriesToReview, formsToFill } from "./forms/waiting";
import { leadCommands, leadMenu, leadRoutes, leadsWaiting } from "./leads/routes";
import { attached, checklists, personList, personProfile } from "./persons";
import type { Hours } from "./calendar/hours";
import { EnterCourse } from "./exams/enter-course";
import { KeepersOnly } from "./exams/keepers";
import { examCommands, examMenu, examRoutes, examsWaiting } from "./exams/routes";
import { hitOf } from "./search";
import type { CalendarEvent, Gap, Hit } from "./types";

/** Persons of every kind and courses, best first. */
async function search(query: string, signal: AbortSignal): Promise<SearchHit[]> {
  return (await api.get<Hit[]>("/people/search", { query: { q: query }, signal })).map(hitOf);
}

const course = courseProfile(
  [
    studentsOfCourse,
    {
      name: "tutors",
      title: "Tutors",
      group: "Overview",
      load: () => import("./course").then(({ Tutors }) => ({ default: Tutors })),
    },
    { name: "slips", title: "Slips", group: "Teaching", list: "/slips", by: "courseId" },
    {
      name: "attendance",
      title: "Attendance",
      group: "Teaching",
      call: "/slip/attendance",
      widget: "attendance",
      props: ({ id }) => ({ courseId: id }),
    },
    {
      name: "homework",
      title: "Homework",
      group: "Teaching",
      call: "/homework",
      widget: "homework",
      props: ({ id }) => ({ courseId: id }),
    },
    { name: "reports", title: "Reports", group: "Teaching", list: "/reports", by: "courseId" },
    {
      name: "study-plan",
      title: "Study plan",
      group: "Teaching",
      call: "/v2/course/{id}/studyplan",
      widget: "study-plan",
      props: ({ id }) => ({ courseId: id }),
    },
    { name: "collections", title: "Collections", group: "Teaching", list: "/collectionreports", by: "courseId" },
    { ...journalOfCourse, group: "Teaching" },
    checklists,
    ...attached("course"),
  ],
  ({ id }) => (
    <KeepersOnly>
      <EnterCourse courseId={id} />
    </KeepersOnly>
  ),
);

const gap = defineRecordDrawer<Gap>({
  param: "gap",
  thing: "/compliance/gaps",
  heading: "{requirement}: {name}",
  called: "The missing data",
  load: () => import("./compliance/gap"),
});
const complete = "Nothing is missing. Requirements stand under Setup.";

const events = {
  cells: eventCells,
  recordDrawer: defineRecordDrawer<CalendarEvent>({
    param: "event",
    heading: "{title}",
    called: "The event",
    load: () => import("./calendar/event"),
  }),
};
const calendars = () => import("./calendar/calendar");

const compliance = ["affiliateCompliance"];
const titles = {
  "/tutors": "Tutors",
  "/staff": "Staff",
  "/invigilators": "Invigilators",
  "/students": "Students",
  "/candidates": "Candidates",
};

export default defineArea({
  name: "people",
  client,
  routes: [
    { path: "/students/list", title: "Students", list: personList("student") },
    {
      path: "/students/social-media",
      title: "Social media release",
      under: "/students/list",
      list: { path: "/students/socialMedia", cells: personCells },
    },
    { path: "/students/:id/:tab?", title: "Student", profile: personProfile("student") },
    { path: "/tutors/list", title: "Tutors", list: personList("tutor") },
    { path: "/tutors/:id/:tab?", title: "Tutor", profile: personProfile("tutor") },
    { path: "/staff/list", title: "Staff", list: personList("staff") },
    { path: "/staff/:id/:tab?", title: "Staff member", profile: personProfile("staff") },
    { path: "/clients/list", title: "Clients", list: personList("client") },
    { path: "/clients/:id/:tab?", title: "Client", profile: personProfile("client") },
    { path: "/candidates/list", title: "Candidates", list: personList("candidate") },
    { path: "/candidates/:id/:tab?", title: "Candidate", profile: personProfile("candidate") },
    { path: "/invigilators/list", title: "Invigilators", list: personList("invigilator") },
    { path: "/invigilators/:id/:tab?", title: "Invigilator", profile: personProfile("invigilator") },
    { path: "/agents", title: "Agents", list: personList("agent") },
    { path: "/agents/:id/:tab?", title: "Agent", profile: personProfile("agent") },
    {
      path: "/snowflake/people",
      title: "People export",
      call: "/people/exports",
      load: () => import("./people-export"),
    },
    { path: "/locations/:type?", title: "Locations", list: "/locations" },
    { path: "/courses/list", title: "Courses", list: { path: "/courses", cells: courseCells } },
    {
      path: "/courses-fulltimelist",
      title: "Full-time courses",
      under: "/courses/list",
      list: { path: "/courses/fulltime", cells: courseCells },
    },
    { path: "/courses/:id/:tab?", title: "Course", profile: course },
    {
      path: "/companyCalendar/:view?",
      title: "Company calendar",
      call: "/events",
      load: () => calendars().then(({ CompanyCalendar }) => ({ default: CompanyCalendar })),
    },
    {
      path: "/calendar/:view?",
      title: "My calendar",
      call: "/events/my",
      load: () => calendars().then(({ MyCalendar }) => ({ default: MyCalendar })),
    },
    {
      path: "/events",
      title: "Company calendar",
      under: "/companyCalendar/:view?",
      list: { path: "/events", ...events },
    },
    { path: "/events/my", title: "My calendar", under: "/calendar/:view?", list: { path: "/events/my", ...events } },
    {
      path: "/working-hours",
      title: "Working hours",
      list: {
        path: "/events/hours",
        recordDrawer: defineRecordDrawer<Hours>({
          param: "hours",
          heading: "Working hours",
          fields: false,
          load: () => import("./calendar/hours"),
        }),
        emptyText: "Where an organisation has none, free times are looked for on weekdays from 08:00 to 20:00.",
      },
    },
    ...leadRoutes,
    ...admissionRoutes,
    ...entryRoutes,
    ...fillingRoutes,
    ...buildingRoutes,
    ...applicationRoutes,
    {
      path: "/masterevents",
      title: "Master events",
      list: {
        path: "/masterevents",
        cells: masterEventCells,
        emptyText: "An event that repeats has its master event here.",
      },
    },
    { path: "/tutorsubjects", title: "Tutor subjects", list: "/tutors/subjects" },
    ...examRoutes,
    {
      path: "/checklists",
      title: "Checklists",
      list: {
        path: "/checklists",
        emptyText: "A checklist is started from its record, or by an event that its template names.",
      },
    },
    { path: "/checklists/mine", title: "My checklist steps", under: "/checklists", list: "/checklists/mine" },
    {
      path: "/checklists/:id/:tab?",
      title: "Checklist",
      profile: {
        thing: "/checklists",
        heading: "{title}: {name}",
        badges: ["status"],
        facts: ["doneCount", "total", "nextDue"],
        tabs: [{ name: "steps", title: "Steps", group: "Overview", load: () => import("./checklists/of-checklist") }],
      },
    },
    { path: "/templates/checklist", title: "Checklist templates", list: "/templates/checklist" },
    {
      path: "/templates/checklist/:id/:tab?",
      title: "Checklist template",
      profile: {
        thing: "/templates/checklist",
        heading: "{title}",
        badges: ["about"],
        facts: ["starts", { title: "Checklists", draw: ({ used }) => String(used) }],
        tabs: [
          {
            name: "steps",
            title: "Steps",
            parts: "/templates/checklist/steps",
            rows: "steps",
            to: "/templates/checklist/{id}/step",
            noun: "step",
            ordered: true,
            columns: ["title", "owner", "dueDays", "dueFrom", "needs", "field", "formId", "waitsFor"],
            empty: {
              icon: "list-checks",
              title: "No steps yet",
              text: "A checklist starts once its template has steps.",
            },
          },
        ],
      },
    },
    {
      path: "/compliance/students/missing",
      title: "Students with missing data",
      list: { path: "/compliance/students/missing", recordDrawer: gap, emptyText: complete },
    },
    {
      path: "/compliance/tutors/missing",
      title: "Tutors with missing data",
      under: "/compliance/students/missing",
      list: { path: "/compliance/tutors/missing", recordDrawer: gap, emptyText: complete },
    },
    {
      path: "/compliance/staff/missing",
      title: "Staff with missing data",
      under: "/compliance/students/missing",
      list: { path: "/compliance/staff/missing", recordDrawer: gap, emptyText: complete },
    },
    {
      path: "/compliance/courses/missing",
      title: "Courses with missing data",
      under: "/compliance/students/missing",
      list: { path: "/compliance/courses/missing", recordDrawer: gap, emptyText: complete },
    },
    {
      path: "/compliance/missing/over",
      title: "Missing data over time",
      under: "/compliance/students/missing",
      call: "/compliance/missing",
      load: () => import("./compliance/over-time"),
    },
    {
      path: "/compliance/missing",
      title: "Missing data by day",
      under: "/compliance/students/missing",
      list: { path: "/compliance/missing", recordDrawer: gap, emptyText: "No data was missing then." },
    },
    { path: "/compliance/students/child", title: "Students under 18", list: { path: "/compliance/students/child" } },
    { path: "/compliance/record", title: "Single central record", list: { path: "/compliance/record" } },
    {
      path: "/compliance/exceptions",
      title: "Exceptions from checks",
      under: "/compliance/record",
      list: {
        path: "/compliance/exceptions",
        emptyText: "Tutors who were put on a child's course without valid checks are listed here.",
      },
    },
    {
      path: "/compliance/looked",
      title: "Who looked",
      under: "/compliance/students/child",
      list: { path: "/compliance/looked", emptyText: "Each look at the welfare details of a child is listed here." },
    },
    {
      path: "/compliance/looked/forms",
      title: "Who looked at forms",
      under: "/compliance/students/child",
      list: {
        path: "/compliance/looked/forms",
        emptyText: "Each reading of special category data in a form is listed here.",
      },
    },
    {
      path: "/compliance/readers",
      title: "Readers of safeguarding notes",
      list: {
        path: "/compliance/readers",
        emptyText: "While nobody is named, the academic office and affiliate compliance read them.",
      },
    },
    {
      path: "/form/retention",
      title: "Retention of answers",
      list: { path: "/form/retention", emptyText: "While no months are entered, answers stay as long as their entry." },
    },
    { path: "/compliance/requirements", title: "Requirements", list: { path: "/compliance/requirements" } },
    {
      path: "/compliance/requirements/:id/:tab?",
      title: "Requirement",
      profile: { thing: "/compliance/requirements", heading: "{title}", badges: ["severity"], facts: ["mender"] },
    },
  ],
  menu: [
    ...leadMenu,
    ...admissionMenu,
    { route: "/checklists", group: "Library", icon: "list-checks", order: 40 },
    { route: "/templates/checklist", group: "Setup", icon: "list-checks", order: 130 },
    { route: "/compliance/requirements", group: "Setup", icon: "shield", order: 132 },
    { route: "/compliance/readers", group: "Setup", icon: "lock", order: 134 },
    { route: "/form/retention", group: "Setup", icon: "clock", order: 136 },
    { route: "/compliance/students/missing", group: "Insights", icon: "shield", order: 60 },
    { route: "/compliance/students/child", group: "Insights", icon: "graduation", order: 64 },
    { route: "/compliance/record", group: "Insights", icon: "id-card", order: 66 },
    { route: "/students/list", group: "People", icon: "graduation", order: 10 },
    { route: "/clients/list", group: "People", icon: "users", order: 20 },
    { route: "/tutors/list", group: "People", icon: "book", order: 30 },
    { route: "/candidates/list", group: "People", icon: "user-check", order: 40 },
    { route: "/staff/list", group: "People", icon: "briefcase", order: 50 },
    { route: "/invigilators/list", group: "People", icon: "id-card", order: 60 },
    { route: "/agents", group: "People", icon: "users-round", order: 70 },
    { route: "/applications/tutors/list", group: "People", icon: "user-search", order: 80 },
    { route: "/locations/:type?", group: "Setup", icon: "map-pin", order: 60 },
    { route: "/working-hours", group: "Setup", icon: "clock", order: 62 },
    { route: "/snowflake/people", group: "Setup", icon: "upload", order: 205 },
    { route: "/courses/list", group: "Teaching", icon: "notebook", order: 10 },
    { route: "/companyCalendar/:view?", group: "Work", icon: "calendar-range", order: 45 },
    { route: "/calendar/:view?", group: "Work", icon: "calendar", order: 40 },
    { route: "/masterevents", group: "Teaching", icon: "layers", order: 50 },
    { route: "/tutorsubjects", group: "Teaching", icon: "list-checks", order: 90 },
    { route: "/forms/:staff?", group: "Library", icon: "clipboard", order: 20 },
    { route: "/admin/forms", group: "Library", icon: "pencil-ruler", order: 25 },
    { route: "/form/entries", group: "Library", icon: "clipboard-check", order: 27 },
    ...examMenu,
  ],
  summary: [
    { of: { "/system/examseries": { seriesId: "{id}" } }, title: "Exams", list: "/exam", target: "{record}/exams" },
  ],
  waiting: [
    ...leadsWaiting,
    {
      title: "Steps of checklists",
      icon: "list-checks",
      route: "/checklists/mine",
      target: "/checklists/{checklistId}/steps",
      roles: ["staff"],
      list: "/checklists/mine",
      query: { blocked: "false" },
      since: "due",
      due: "due",
      shows: ["title", "name"],
    },
    {
      title: "Missing data of students",
      icon: "shield",
      route: "/compliance/students/missing",
      open: "gap",
      roles: compliance,
      list: "/compliance/students/missing",
      query: { status: "open" },
      since: "since",
      shows: ["name", "missing"],
    },
    ...(["/tutors", "/staff", "/invigilators"] as const).map((list) =>
      waitingAlike({
        title: `${titles[list]} without a DBS date`,
        icon: "shield",
        route: `${list}/list` as const,
        target: `${list}/{id}`,
        roles: compliance,
        list,
        query: { status: "active", noDbs: "true" },
        since: "created",
        shows: ["name", "department"],
      }),
    ),
    ...(["/students", "/candidates"] as const).map((list) =>
      waitingAlike({
        title: `${titles[list]} without a date of birth`,
        icon: "calendar",
        route: `${list}/list` as const,
        target: `${list}/{id}`,
        roles: compliance,
        list,
        query: { status: "active", noBirthDate: "true" },
        since: "created",
        shows: ["name", "department"],
      }),
    ),
    {
      title: "Exams and sessions",
      icon: "clipboard",
      route: "/events",
      open: "event",
      roles: ["examsOffice"],
      list: "/events",
      query: { type: "exam,invigilation session", status: "active" },
      since: "start",
      due: "start",
      ahead: { filter: "start", days: 14, from: "today" },
      shows: ["title", "location"],
    },
    ...examsWaiting,
    applicationsWaiting,
    formsToFill,
    entriesToReview,
    {
      title: "Courses without a tutor",
      icon: "notebook",
      route: "/courses/list",
      target: "/courses/{id}",
      roles: ["academicOffice"],
      list: "/courses",
      query: { status: "active", noTutor: "true" },
      since: "created",
      shows: ["subject", "level", "students"],
    },
  ],
  commands: [
    ...leadCommands,
    ...examCommands,
    { title: "New student", route: "/students/list", call: "POST /students" },
    { title: "New client", route: "/clients/list", call: "POST /clients" },
    { title: "New tutor", route: "/tutors/list", call: "POST /tutors" },
    { title: "New candidate", route: "/candidates/list", call: "POST /candidates" },
    { title: "New tutor application", route: "/applications/tutors/list", call: "POST /applications/tutors" },
    { title: "New form", route: "/admin/forms", call: "POST /forms" },
    { title: "New course", route: "/courses/list", call: "POST /courses" },
  ],
  widgets: { "home.calendar": () => import("./client/today"), "my-week": () => import("./client/week") },
  search,
});
