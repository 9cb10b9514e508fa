import type { ProfileRoute, RecordTab } from "@staffroom/contract";

/** Returns the page of a course with these tabs. */
export const courseProfile = (tabs: readonly RecordTab[], actions?: ProfileRoute["actions"]): ProfileRoute => ({
  thing: "/courses",
  heading: "{title}",
  badges: ["status"],
  facts: ["type", "hours", "starts", "ends"],
  tabs,
  actions,
});

export const studentsOfCourse: RecordTab = {
  name: "students",
  title: "Students",
  group: "Overview",
  load: () => import("./people").then(({ Students }) => ({ default: Students })),
};

/** The journal entries about a course, with a button to write one. */
export const journalOfCourse: RecordTab = {
  name: "journal",
  title: "Journal",
  call: "/my/journal",
  widget: "journal",
  props: ({ id, board, level, subject }) => ({
    courseId: id,
    title: [board, level, subject].filter(Boolean).join(" "),
  }),
};
