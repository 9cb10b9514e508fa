/** Paths of the records of each kind of person. */
export const personPaths = {
  student: "/students",
  tutor: "/tutors",
  staff: "/staff",
  client: "/clients",
  candidate: "/candidates",
  invigilator: "/invigilators",
  agent: "/agents",
} as const;
export type PersonKind = keyof typeof personPaths;
