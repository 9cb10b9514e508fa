import { api } from "@staffroom/api";
import { defineArea, defineRecordDrawer, waitingAlike, type SearchHit } from "@staffroom/contract";
import { courseCells, eventCells, masterEventCells, personCells } from "./cells";
import client from "./client";
import { courseProfile, journalOfCourse, studentsOfCourse } from "./course-profile";
import { buildingRoutes, fillingRoutes } from "./forms/routes";
import { attached, personList, personProfile } from "./persons";
import type { Hours } from "./calendar/hours";
import { hitOf } from "./search";
import type { CalendarEvent, Hit } from "./types";

/** Persons of every kind and courses, best first. */
async function search(query: string, signal: AbortSignal): Promise<SearchHit[]> {
  return (await api.get<Hit[]>("/people/search", { query: { q: query }, signal })).map(hitOf);
}

const course = courseProfile([
  studentsOfCourse,
  { name: "tutors", title: "Tutors", group: "Overview", load: () => import("./course").then(({ Tutors }) => ({ default: Tutors })) },
  { name: "slips", title: "Slips", group: "Teaching", list: "/slips", by: "courseId" },
  { name: "attendance", title: "Attendance", group: "Teaching", call: "/slip/attendance", widget: "attendance", props: ({ id }) => ({ courseId: id }) },
  { name: "homework", title: "Homework", group: "Teaching", call: "/homework", widget: "homework", props: ({ id }) => ({ courseId: id }) },
  { name: "reports", title: "Reports", group: "Teaching", list: "/reports", by: "courseId" },
  { name: "study-plan", title: "Study plan", group: "Teaching", call: "/v2/course/{id}/studyplan", widget: "study-plan", props: ({ id }) => ({ courseId: id }) },
  { name: "collections", title: "Collections", group: "Teaching", list: "/collectionreports", by: "courseId" },
  { ...journalOfCourse, group: "Teaching" },
  ...attached("course"),
]);

const events = {
  cells: eventCells, recordDrawer: defineRecordDrawer<CalendarEvent>({ param: "event", heading: "{title}", called: "The event", load: () => import("./calendar/event") }),
};
const calendars = () => import("./calendar/calendar");

const compliance = ["affiliateCompliance"];
const titles = { "/tutors": "Tutors", "/staff": "Staff", "/invigilators": "Invigilators", "/students": "Students", "/candidates": "Candidates" };

export default defineArea({
  name: "people",
  client,
  routes: [
    { path: "/students/list", title: "Students", list: personList("student") },
    { path: "/students/social-media", title: "Social media release", under: "/students/list", list: { path: "/students/socialMedia", cells: personCells } },
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
    { path: "/locations/:type?", title: "Locations", list: "/locations" },
    { path: "/courses/list", title: "Courses", list: { path: "/courses", cells: courseCells } },
    { path: "/courses-fulltimelist", title: "Full-time courses", under: "/courses/list", list: { path: "/courses/fulltime", cells: courseCells } },
    { path: "/courses/:id/:tab?", title: "Course", profile: course },
    { path: "/companyCalendar/:view?", title: "Company calendar", call: "/events", load: () => calendars().then(({ CompanyCalendar }) => ({ default: CompanyCalendar })) },
    { path: "/calendar/:view?", title: "My calendar", call: "/events/my", load: () => calendars().then(({ MyCalendar }) => ({ default: MyCalendar })) },
    { path: "/events", title: "Company calendar", under: "/companyCalendar/:view?", list: { path: "/events", ...events } },
    { path: "/events/my", title: "My calendar", under: "/calendar/:view?", list: { path: "/events/my", ...events } },
    { path: "/working-hours", title: "Working hours", list: { path: "/events/hours", recordDrawer: defineRecordDrawer<Hours>({ param: "hours", heading: "Working hours", fields: false, load: () => import("./calendar/hours") }), emptyText: "Where an organisation has none, free times are looked for on weekdays from 08:00 to 20:00." } },
    ...fillingRoutes,
    ...buildingRoutes,
    { path: "/masterevents", title: "Master events", list: { path: "/masterevents", cells: masterEventCells, emptyText: "An event that repeats has its master event here." } },
    { path: "/tutorsubjects", title: "Tutor subjects", list: "/tutors/subjects" },
    {
      path: "/exams/series", title: "Exam series",
      list: { path: "/system/examseries", emptyText: "Add the first series, then the exams that can be sat in it." },
    },
    {
      path: "/exams/series/:id/:tab?", title: "Exam series",
      profile: { thing: "/system/examseries", badges: ["type"], facts: ["season", "year"], tabs: [{ name: "exams", title: "Exams", list: "/exam", by: "seriesId", edited: true }] },
    },
  ],
  menu: [
    { route: "/students/list", group: "People", icon: "graduation", order: 10 },
    { route: "/clients/list", group: "People", icon: "users", order: 20 },
    { route: "/tutors/list", group: "People", icon: "book", order: 30 },
    { route: "/candidates/list", group: "People", icon: "user-check", order: 40 },
    { route: "/staff/list", group: "People", icon: "briefcase", order: 50 },
    { route: "/invigilators/list", group: "People", icon: "id-card", order: 60 },
    { route: "/agents", group: "People", icon: "users-round", order: 70 },
    { route: "/locations/:type?", group: "Setup", icon: "map-pin", order: 60 },
    { route: "/working-hours", group: "Setup", icon: "clock", order: 62 },
    { route: "/courses/list", group: "Teaching", icon: "notebook", order: 10 },
    { route: "/companyCalendar/:view?", group: "Work", icon: "calendar-range", order: 45 },
    { route: "/calendar/:view?", group: "Work", icon: "calendar", order: 40 },
    { route: "/masterevents", group: "Teaching", icon: "layers", order: 50 },
    { route: "/tutorsubjects", group: "Teaching", icon: "list-checks", order: 90 },
    { route: "/forms/:staff?", group: "Library", icon: "clipboard", order: 20 },
    { route: "/admin/forms", group: "Library", icon: "pencil-ruler", order: 25 },
    { route: "/exams/series", group: "Exams", icon: "clipboard", order: 10 },
  ],
  summary: [
    { of: { "/system/examseries": { seriesId: "{id}" } }, title: "Exams", list: "/exam", target: "{record}/exams" },
  ],
  waiting: [
    ...(["/tutors", "/staff", "/invigilators"] as const).map((list) => waitingAlike({
      title: `${titles[list]} without a DBS date`, icon: "shield", route: `${list}/list` as const, target: `${list}/{id}`, roles: compliance,
      list, query: { status: "active", noDbs: "true" }, since: "created", shows: ["name", "department"],
    })),
    ...(["/students", "/candidates"] as const).map((list) => waitingAlike({
      title: `${titles[list]} without a date of birth`, icon: "calendar", route: `${list}/list` as const, target: `${list}/{id}`, roles: compliance,
      list, query: { status: "active", noBirthDate: "true" }, since: "created", shows: ["name", "department"],
    })),
    {
      title: "Exams and sessions", icon: "clipboard", route: "/events", open: "event", roles: ["examsOffice"],
      list: "/events", query: { type: "exam,invigilation session", status: "active" }, since: "start", due: "start", ahead: { filter: "start", days: 14, from: "today" },
      shows: ["title", "location"],
    },
    {
      title: "Courses without a tutor", icon: "notebook", route: "/courses/list", target: "/courses/{id}", roles: ["academicOffice"],
      list: "/courses", query: { status: "active", noTutor: "true" }, since: "created", shows: ["subject", "level", "students"],
    },
  ],
  commands: [
    { title: "New student", route: "/students/list", call: "POST /students" },
    { title: "New client", route: "/clients/list", call: "POST /clients" },
    { title: "New tutor", route: "/tutors/list", call: "POST /tutors" },
    { title: "New candidate", route: "/candidates/list", call: "POST /candidates" },
    { title: "New form", route: "/admin/forms", call: "POST /forms" },
    { title: "New course", route: "/courses/list", call: "POST /courses" },
  ],
  widgets: { "home.calendar": () => import("./client/today"), "my-week": () => import("./client/week") },
  search,
});
