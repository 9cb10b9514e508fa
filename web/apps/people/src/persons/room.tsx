import { defineRoom, waitingAlike } from "@staffroom/contract";
import { personCells } from "./cells";
import { personList, personProfile } from "./profile";

const compliance = ["affiliateCompliance"];
const titles = {
  "/tutors": "Tutors",
  "/staff": "Staff",
  "/invigilators": "Invigilators",
  "/students": "Students",
  "/candidates": "Candidates",
};

/** People of every kind, from students to agents. */
export const persons = defineRoom({
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
    { path: "/tutorsubjects", title: "Tutor subjects", list: "/tutors/subjects" },
  ],
  menu: [
    { route: "/students/list", group: "People", icon: "graduation", order: 10 },
    { route: "/clients/list", group: "People", icon: "users", order: 20 },
    { route: "/tutors/list", group: "People", icon: "book", order: 30 },
    { route: "/candidates/list", group: "People", icon: "user-check", order: 40 },
    { route: "/staff/list", group: "People", icon: "briefcase", order: 50 },
    { route: "/invigilators/list", group: "People", icon: "id-card", order: 60 },
    { route: "/agents", group: "People", icon: "users-round", order: 70 },
    { route: "/snowflake/people", group: "Setup", icon: "upload", order: 205 },
    { route: "/tutorsubjects", group: "Teaching", icon: "list-checks", order: 90 },
  ],
  waiting: [
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
  ],
  commands: [
    { title: "New student", route: "/students/list", call: "POST /students" },
    { title: "New client", route: "/clients/list", call: "POST /clients" },
    { title: "New tutor", route: "/tutors/list", call: "POST /tutors" },
    { title: "New candidate", route: "/candidates/list", call: "POST /candidates" },
  ],
});
