/** Filters of each kind of person, by the path of their records. */
export function ofPersons(filters: (kind: string) => Record<string, string>): Record<string, Record<string, string>> {
  const kinds = {
    student: "/students",
    tutor: "/tutors",
    staff: "/staff",
    client: "/clients",
    candidate: "/candidates",
    invigilator: "/invigilators",
    agent: "/agents",
  };
  return Object.fromEntries(Object.entries(kinds).map(([kind, path]) => [path, filters(kind)]));
}
