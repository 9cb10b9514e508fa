import type { Field } from "@staffroom/contract";

/** The predicted grade of a report, as a choice from the grades of the course's level. */
export const asGrades = (field: Field, grades: readonly string[]): Field => ({
  ...field,
  type: "select",
  options: grades.map((grade) => ({ value: grade, label: grade })),
});
