import type { ProfileRoute, RecordTab } from "@staffroom/contract";

/** The page of a course with these tabs. */
export const courseProfile = (tabs: readonly RecordTab[]): ProfileRoute => ({
  thing: "/courses",
  heading: "{title}",
  badges: ["status"],
  facts: ["type", "hours", "starts", "ends"],
  tabs,
});

export const studentsOfCourse: RecordTab = { name: "students", title: "Students", group: "Overview", load: () => import("./course").then(({ Students }) => ({ default: Students })) };
