import type { Field, FieldSaved } from "@staffroom/contract";
import { FieldInput, InPlace, useField, useFields } from "@staffroom/form";
import { PageLink, today } from "@staffroom/screen";
import { PlainTable, StatusTag } from "@staffroom/ui";
import { useCallback, useId, useMemo } from "react";
import { Part } from "../parts/part";
import { showStudent } from "./told";
import { behindText, examIn, type CoursePlan, type PlanStudent } from "./types";

/** The fields of a student on the course, by the plan's names and the people service's. */
const grades = {
  reach: "reachGrade",
  match: "matchGrade",
  safety: "safetyGrade",
  previous: "previousGrade",
  syllabusCode: "syllabus",
  optionCode: "option",
} as const;
const titles = {
  reach: "Reach",
  match: "Match",
  safety: "Safety",
  previous: "Previous",
  syllabusCode: "Syllabus",
  optionCode: "Option",
} as const;
type Grade = keyof typeof grades;
const names = Object.keys(grades) as Grade[];

/** The students of the course: grades, exam options, and how far behind the plan they are. */
export function Students({ found }: { found: CoursePlan }) {
  const { fields } = useFields("/courses/students");
  const { course, students, may, plan } = found;
  return (
    <Part title="Students and grades">
      <PlainTable<PlanStudent>
        stacks
        rows={students}
        keyOf={({ cwsId }) => cwsId}
        empty="Nobody is on this course."
        columns={[
          {
            title: "Student",
            head: true,
            cell: ({ id, name }) => (may.edit ? <PageLink to={`/students/${id}`}>{name}</PageLink> : name),
          },
          !!plan && { title: "Pace", cell: ({ weeksBehind }) => <Pace weeks={weeksBehind} /> },
          !!plan &&
            !!course.firstExam && {
              title: "Exam",
              cell: ({ late }) => <ExamMark exam={course.firstExam} late={late} />,
            },
          ...names.map((name) => ({
            title: titles[name],
            cell: (student: PlanStudent) => {
              const field = fields.get(grades[name]);
              return may.edit && field ? (
                <GradeCell courseId={course.id} student={student} name={name} declared={field} />
              ) : (
                student.grades[name]
              );
            },
          })),
        ]}
      />
    </Part>
  );
}

export const Pace = ({ weeks }: { weeks: number }) =>
  weeks ? <StatusTag label={behindText(weeks)} color="red" /> : <StatusTag label="On track" color="green" />;

/** Time until the exam, and whether the plan ends too late for it. */
const ExamMark = ({ exam, late }: { exam: string | null; late: boolean }) => (
  <>
    {examIn(exam, today()) || "Over"} {late && <StatusTag label="Plan too late" color="red" />}
  </>
);

type GradeCellProps = {
  courseId: number;
  student: PlanStudent;
  name: Grade;
  declared: Field;
};

function GradeCell({ courseId, student, name, declared }: GradeCellProps) {
  const id = useId();
  const field = useMemo(
    () => ({ ...declared, name, title: `${titles[name]} of ${student.name}` }),
    [declared, name, student.name],
  );
  const saved = useCallback(
    ({ value }: FieldSaved) => showStudent(courseId, student.cwsId, { [name]: value ?? "" }),
    [courseId, name, student.cwsId],
  );
  const state = useField({
    field,
    path: `/v2/course/${student.cwsId}`,
    value: student.grades[name] || null,
    onSaved: saved,
  });
  return (
    <div className="tea-grade">
      <label className="sr-visually-hidden" htmlFor={id}>
        {field.title}
      </label>
      <InPlace state={state}>
        <FieldInput
          field={field}
          id={id}
          value={state.draft}
          invalid={!!state.problem}
          onChange={state.change}
          onBlur={state.commit}
        />
      </InPlace>
      {state.problem && (
        <span className="sr-note sr-note-bad" role="alert">
          {state.problem}
        </span>
      )}
    </div>
  );
}
