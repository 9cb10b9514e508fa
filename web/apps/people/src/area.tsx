import { api } from "@staffroom/api";
import { defineArea, type SearchHit } from "@staffroom/contract";
import type { Hit } from "./types";

/** Persons of every kind and courses, best first. */
async function search(query: string, signal: AbortSignal): Promise<SearchHit[]> {
  const hits = await api.get<Hit[]>("/people/search", { query: { q: query }, signal });
  return hits.map(({ kind, title, detail, target }) => ({ kind: kind.charAt(0).toUpperCase() + kind.slice(1), title, detail, target }));
}

export default defineArea({
  name: "people",
  routes: [
    { path: "/students/list", title: "Students", load: () => import("./screens/students") },
    { path: "/students/social-media", title: "Social media release", load: () => import("./screens/social-media") },
    { path: "/students/:id/:tab?", title: "Student", load: () => import("./screens/students-profile") },
    { path: "/tutors/list", title: "Tutors", load: () => import("./screens/tutors") },
    { path: "/tutors/:id/:tab?", title: "Tutor", load: () => import("./screens/tutors-profile") },
    { path: "/staff/list", title: "Staff", load: () => import("./screens/staff") },
    { path: "/staff/:id/:tab?", title: "Staff member", load: () => import("./screens/staff-profile") },
    { path: "/clients/list", title: "Clients", load: () => import("./screens/clients") },
    { path: "/clients/:id/:tab?", title: "Client", load: () => import("./screens/clients-profile") },
    { path: "/candidates/list", title: "Candidates", load: () => import("./screens/candidates") },
    { path: "/candidates/:id/:tab?", title: "Candidate", load: () => import("./screens/candidates-profile") },
    { path: "/invigilators/list", title: "Invigilators", load: () => import("./screens/invigilators") },
    { path: "/invigilators/:id/:tab?", title: "Invigilator", load: () => import("./screens/invigilators-profile") },
    { path: "/agents", title: "Agents", load: () => import("./screens/agents") },
    { path: "/agents/:id/:tab?", title: "Agent", load: () => import("./screens/agents-profile") },
    { path: "/locations/:type?", title: "Locations", load: () => import("./screens/locations") },
    { path: "/courses/list", title: "Courses", load: () => import("./screens/courses") },
    { path: "/courses-fulltimelist", title: "Full-time courses", load: () => import("./screens/fulltime-courses") },
    { path: "/courses/:id/:tab?", title: "Course", load: () => import("./screens/course-profile") },
    { path: "/tutorsubjects", title: "Tutor subjects", load: () => import("./screens/tutorsubjects") },
    { path: "/exams/series", title: "Exam series", roles: ["staff"], load: () => import("./screens/exam-series") },
    { path: "/exams/series/:id/:tab?", title: "Exam series", roles: ["staff"], load: () => import("./screens/exam-series-profile") },
  ],
  menu: [
    { route: "/students/list", group: "People", icon: "graduation", order: 10 },
    { route: "/students/social-media", group: "People", icon: "share", order: 11 },
    { route: "/tutors/list", group: "People", icon: "book", order: 20 },
    { route: "/staff/list", group: "People", icon: "briefcase", order: 30 },
    { route: "/clients/list", group: "People", icon: "users", order: 40 },
    { route: "/candidates/list", group: "People", icon: "user-check", order: 50 },
    { route: "/invigilators/list", group: "People", icon: "id-card", order: 60 },
    { route: "/agents", group: "People", icon: "users-round", order: 70 },
    { route: "/locations/:type?", group: "People", icon: "map-pin", order: 80 },
    { route: "/courses/list", group: "Teaching", icon: "notebook", order: 10 },
    { route: "/courses-fulltimelist", group: "Teaching", icon: "presentation", order: 11 },
    { route: "/tutorsubjects", group: "Teaching", icon: "list-checks", order: 12 },
    { route: "/exams/series", group: "Teaching", icon: "clipboard", order: 30 },
  ],
  search,
});
