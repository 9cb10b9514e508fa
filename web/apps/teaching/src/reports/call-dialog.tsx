import { api, plainErrorText, useApi } from "@staffroom/api";
import type { Field, Row } from "@staffroom/contract";
import { FieldFrame, FieldInput } from "@staffroom/form";
import { Answered, Dialog, Icon, PlainTable, plural, toast } from "@staffroom/ui";
import { Button, Select } from "antd";
import { useState } from "react";
import { CourseTable } from "../parts/course-table";
import { courseTitle, MoreCourses, namesOf, useCourses } from "../parts/courses";
import "../homework/style.css";
import { callFor, noTimes, problemOf, times, type When } from "./call";
import "./style.css";

type Person = { id: number; name: string };
type Chosen = { id: number; title: string; tutors: readonly Person[]; tutorId: number | null };
type Result = { state: "waiting" | "done" | "failed"; text: string };

const most = 100;
const whenFields: readonly (Field & { name: keyof When })[] = [
  { name: "dateFrom", title: "Period start", type: "date", required: true },
  { name: "dateTo", title: "Period end", type: "date", required: true },
  { name: "dueDate", title: "Due date", type: "date", required: true },
  {
    name: "dueTime",
    title: "Due time",
    type: "select",
    required: true,
    options: times.map((time) => ({ value: time, label: time })),
  },
];

/**
 * Requests the term reports of many courses: a call for each course and tutor, each with its result (teaching.md 2, 5).
 */
export default function CallDialog({ onClose }: { onClose: () => void }) {
  const [when, setWhen] = useState<When>(noTimes);
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [results, setResults] = useState<ReadonlyMap<number, Result>>(new Map());
  const [busy, setBusy] = useState(false);
  const isSent = results.size > 0;
  const failed = chosen.filter(({ id }) => results.get(id)?.state === "failed");

  const send = async (courses: readonly Chosen[]) => {
    const wrong =
      problemOf(when) ??
      (courses.some(({ tutorId }) => tutorId === null)
        ? "Please choose a tutor for each course"
        : courses.length
          ? null
          : "Please choose at least one course");
    setProblem(wrong);
    if (wrong) return;
    setBusy(true);
    const requested: number[] = [];
    const tell = (id: number, result: Result) => setResults((before) => new Map(before).set(id, result));
    for (const { id } of courses) tell(id, { state: "waiting", text: "waits" });
    for (const { id, tutorId } of courses) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one call after the other, so that a lost connection stops the
        // rest
        const { reports } = await callFor(id, tutorId ?? 0, when);
        const fresh = reports.filter(({ isNew }) => isNew);
        requested.push(...fresh.map((one) => one.id));
        const known = reports.length - fresh.length;
        tell(id, {
          state: "done",
          text: [plural(fresh.length, "report"), known && `${known} already there`].filter(Boolean).join(", "),
        });
      } catch (error) {
        tell(id, { state: "failed", text: plainErrorText(error) });
      }
    }
    setBusy(false);
    if (requested.length)
      toast.undoable(`${plural(requested.length, "report")} requested`, () => void takeBack(requested), {
        title: "Reports requested",
      });
  };

  return (
    <Dialog
      open
      title="Request reports"
      width={920}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          {problem && (
            <span className="sr-note sr-note-bad" role="alert">
              <b>Failed validation:</b> {problem}
            </span>
          )}
          <Button onClick={onClose}>{isSent ? "Close" : "Cancel"}</Button>
          {isSent ? (
            failed.length > 0 && (
              <Button
                type="primary"
                loading={busy}
                onClick={() => void send(failed)}
              >{`Try ${failed.length} again`}</Button>
            )
          ) : (
            <Button
              type="primary"
              loading={busy}
              icon={<Icon name="send" size={15} />}
              onClick={() => void send(chosen)}
            >
              {chosen.length ? `Request reports of ${plural(chosen.length, "course")}` : "Request reports"}
            </Button>
          )}
        </>
      }
    >
      <div className="tea-call">
        <div className="tea-call-when">
          {whenFields.map((field) => (
            <FieldFrame key={field.name} field={field} id={`call-${field.name}`}>
              <FieldInput
                field={field}
                id={`call-${field.name}`}
                value={when[field.name]}
                disabled={isSent}
                onChange={(value) => setWhen((before) => ({ ...before, [field.name]: String(value ?? "") }))}
              />
            </FieldFrame>
          ))}
        </div>
        {isSent ? <Results chosen={chosen} results={results} /> : <Courses chosen={chosen} onChoose={setChosen} />}
      </div>
    </Dialog>
  );
}

async function takeBack(ids: readonly number[]): Promise<void> {
  try {
    const { reports } = await api.post<{ reports: number }>("/report/call/undo", { ids });
    toast.success(`${plural(reports, "request")} taken back`);
  } catch (error) {
    toast.error(error);
  }
}

/** The courses to choose from; a tutor selected for one is also selected for the others that they teach. */
function Courses({ chosen, onChoose }: { chosen: readonly Chosen[]; onChoose: (next: readonly Chosen[]) => void }) {
  const [usual, setUsual] = useState<readonly number[]>([]);
  const [department, setDepartment] = useState<number | undefined>();
  const { data: departments } = useApi<Row[]>("/departments");
  const { page, tools } = useCourses(most, department ? { department: String(department) } : {});
  const of = (id: number) => chosen.find((one) => one.id === id);
  const start = (row: Row): Chosen => {
    const tutors = row.tutors as readonly Person[];
    const known = usual.find((id) => tutors.some((one) => one.id === id));
    return {
      id: Number(row.id),
      title: courseTitle(row),
      tutors,
      tutorId: tutors.length === 1 ? (tutors[0]?.id ?? null) : (known ?? null),
    };
  };
  const change = (rows: readonly Row[], isOn: boolean) =>
    onChoose(
      isOn
        ? [...chosen, ...rows.filter((row) => !of(Number(row.id))).map(start)]
        : chosen.filter(({ id }) => !rows.some((row) => Number(row.id) === id)),
    );
  const choose = (course: number, tutorId: number) => {
    setUsual([tutorId, ...usual]);
    onChoose(
      chosen.map((one) =>
        one.id === course || (one.tutorId === null && one.tutors.some(({ id }) => id === tutorId))
          ? { ...one, tutorId }
          : one,
      ),
    );
  };
  return (
    <section aria-label="Courses">
      <div className="tea-tools">
        {tools}
        <Select
          className="tea-call-tutor"
          aria-label="Department"
          placeholder="Department"
          allowClear
          value={department}
          options={departments?.map(({ id, title }) => ({ value: Number(id), label: String(title) }))}
          onChange={setDepartment}
        />
      </div>
      <Answered query={page} rows={8}>
        {({ data, total }) => {
          const taught = data.filter(
            (row) => (row.tutors as readonly Person[]).length > 0 && (row.students as readonly Person[]).length > 0,
          );
          return (
            <>
              <CourseTable
                rows={taught}
                allLabel={`All ${taught.length} courses shown`}
                isChosen={(row) => !!of(Number(row.id))}
                onChoose={change}
                className="tea-call-courses"
                columns={[
                  { title: "Students", cell: (row) => <span className="tea-names">{namesOf(row.students)}</span> },
                  {
                    title: "Tutor",
                    cell: (row) => (
                      <TutorOf
                        row={row}
                        chosen={of(Number(row.id))}
                        onChoose={(tutor) => choose(Number(row.id), tutor)}
                      />
                    ),
                  },
                ]}
              />
              <MoreCourses shown={data.length} total={total} />
            </>
          );
        }}
      </Answered>
    </section>
  );
}

function TutorOf({ row, chosen, onChoose }: { row: Row; chosen?: Chosen; onChoose: (tutor: number) => void }) {
  const tutors = row.tutors as readonly Person[];
  if (tutors.length === 1) return tutors[0]?.name;
  if (!chosen) return tutors.map(({ name }) => name).join(", ");
  return (
    <Select
      className="tea-call-tutor"
      aria-label={`Tutor of ${courseTitle(row)}`}
      placeholder="Choose a tutor"
      status={chosen.tutorId === null ? "warning" : undefined}
      value={chosen.tutorId}
      options={tutors.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(tutor) => onChoose(Number(tutor))}
    />
  );
}

function Results({ chosen, results }: { chosen: readonly Chosen[]; results: ReadonlyMap<number, Result> }) {
  return (
    <PlainTable<Chosen>
      stacks
      rows={chosen}
      columns={[
        { title: "Course", head: true, cell: ({ title }) => title },
        { title: "Tutor", cell: ({ tutors, tutorId }) => tutors.find(({ id }) => id === tutorId)?.name },
        {
          title: "Result",
          cell: ({ id }) => (
            <span role="status" className={results.get(id)?.state === "failed" ? "tea-warn" : undefined}>
              {results.get(id)?.text}
            </span>
          ),
        },
      ]}
    />
  );
}
