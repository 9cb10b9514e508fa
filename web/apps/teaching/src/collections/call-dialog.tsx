import { api, useApi } from "@staffroom/api";
import type { Answer, Field, Row } from "@staffroom/contract";
import { FieldFrame, FieldInput, useFields } from "@staffroom/form";
import { Answered, Dialog, formatDateTime, Icon, PlainTable, plural, useAttempt } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { OpenByAddress } from "../parts/open-by-address";
import { CourseTable } from "../parts/course-table";
import { MoreCourses, namesOf, useCourses } from "../parts/courses";
import "./style.css";

type Called = Answer<"teaching", "/collectionreport/call", "post">["rows"][number];
type Booked = Answer<"teaching", "/collectionreport/book", "post">[number];
type Booking = { time: unknown; minutes: unknown; locationId: unknown };
type When = { academicYearId: unknown; term: unknown; date: unknown; interviewers: unknown };
type Year = { id: number };

const most = 100;
const bookingFields: readonly Field[] = [
  { name: "time", title: "First interview at", type: "text", placeholder: "14:30" },
  { name: "minutes", title: "Minutes each", type: "integer", min: 5, max: 240 },
  { name: "locationId", title: "Room", type: "select", optionsFrom: "/locations/calendarList" },
];
const timeOfDay = /^([01]?\d|2[0-3]):[0-5]\d$/;
const asked = ["academicYearId", "term", "date", "interviewers"] as const;

export const CallCollections = () => (
  <OpenByAddress label="Call collections" flag="call" forRole="academicOffice">
    {(close) => <CallDialog onClose={close} />}
  </OpenByAddress>
);

/** Requests the collection reports of the students of many courses in a term; a repeat creates no duplicates. */
export function CallDialog({ onClose }: { onClose: () => void }) {
  const { fields } = useFields("/collectionreport");
  const current = useApi<Year>("/academic-years/current").data?.id;
  const [typed, setTyped] = useState<Partial<When>>({});
  const when: When = { academicYearId: current ?? null, term: null, date: null, interviewers: [], ...typed };
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [booking, setBooking] = useState<Booking>({ time: "", minutes: 20, locationId: null });
  const [rows, setRows] = useState<readonly Called[] | null>(null);
  const [interviews, setInterviews] = useState<readonly Booked[]>([]);
  const [problem, setProblem] = useState("");
  const [busy, attempt] = useAttempt();

  const send = () => {
    const time = String(booking.time ?? "").trim();
    const wrong =
      !when.academicYearId || !when.term
        ? "Please choose the academic year and the term"
        : time && !timeOfDay.test(time)
          ? "Please use hours and minutes, as 14:30"
          : time && !when.date
            ? "Please set the date of the interviews first"
            : chosen.size === 0
              ? "Please choose at least one course"
              : "";
    setProblem(wrong);
    if (wrong) return;
    void attempt(async () => {
      const answer = await api.post<{ rows: Called[] }>("/collectionreport/call", { ...when, courseIds: [...chosen] });
      const ids = answer.rows.flatMap(({ id }) => (id === null ? [] : [id]));
      // The reports exist by now: a repeated call books those that are not on the calendar yet.
      const toBook = {
        ids,
        time: time.padStart(5, "0"),
        minutes: Number(booking.minutes) || 20,
        locationId: booking.locationId || null,
      };
      if (time && ids.length) setInterviews(await api.post<Booked[]>("/collectionreport/book", toBook));
      setRows(answer.rows);
    });
  };
  return (
    <Dialog
      open
      title="Call collections"
      width={920}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          {problem && (
            <span className="sr-note sr-note-bad" role="alert">
              {problem}
            </span>
          )}
          <Button onClick={onClose}>{rows ? "Close" : "Cancel"}</Button>
          {!rows && (
            <Button type="primary" loading={busy !== null} icon={<Icon name="send" size={15} />} onClick={send}>
              {chosen.size ? `Call the students of ${plural(chosen.size, "course")}` : "Call collections"}
            </Button>
          )}
        </>
      }
    >
      {rows ? (
        <Results rows={rows} interviews={interviews} />
      ) : (
        <div className="tea-collection-call">
          <div className="tea-collection-when">
            {asked.map((name) => {
              const field = fields.get(name);
              return (
                field && (
                  <Asked
                    key={name}
                    field={{ ...field, readOnly: false }}
                    value={when[name]}
                    onChange={(value) => setTyped((before) => ({ ...before, [name]: value }))}
                  />
                )
              );
            })}
            {bookingFields.map((field) => (
              <Asked
                key={field.name}
                field={field}
                value={booking[field.name as keyof Booking]}
                onChange={(value) => setBooking((before) => ({ ...before, [field.name]: value }))}
              />
            ))}
          </div>
          <p className="sr-muted">
            With a time, the interviews are booked on the calendar one after the other, in the order of the result.
          </p>
          <Courses chosen={chosen} onChoose={setChosen} />
        </div>
      )}
    </Dialog>
  );
}

function Asked({ field, value, onChange }: { field: Field; value: unknown; onChange: (value: unknown) => void }) {
  const id = `call-${field.name}`;
  return (
    <FieldFrame field={field} id={id}>
      <FieldInput field={field} id={id} value={value} onChange={onChange} />
    </FieldFrame>
  );
}

/** The active courses; some or all of the shown ones are selected. */
function Courses({ chosen, onChoose }: { chosen: ReadonlySet<number>; onChoose: (next: ReadonlySet<number>) => void }) {
  const { page, tools } = useCourses(most);
  const change = (rows: readonly Row[], isOn: boolean) => {
    const next = new Set(chosen);
    for (const { id } of rows) {
      if (isOn) next.add(Number(id));
      else next.delete(Number(id));
    }
    onChoose(next);
  };
  return (
    <section aria-label="Courses">
      <div className="tea-tools">{tools}</div>
      <Answered query={page} rows={8}>
        {({ data, total }) => (
          <>
            <CourseTable
              rows={data}
              allLabel={`All ${plural(data.length, "course")} shown`}
              isChosen={({ id }) => chosen.has(Number(id))}
              onChoose={change}
              className="tea-collection-courses"
              columns={[
                { title: "Tutors", cell: (row) => namesOf(row.tutors) },
                { title: "Students", cell: (row) => <span className="tea-names">{namesOf(row.students)}</span> },
              ]}
            />
            <MoreCourses shown={data.length} total={total} />
          </>
        )}
      </Answered>
    </section>
  );
}

/** The result of the call for each student. */
function Results({ rows, interviews }: { rows: readonly Called[]; interviews: readonly Booked[] }) {
  const fresh = rows.filter(({ isNew }) => isNew).length;
  return (
    <>
      <p role="status">{`${plural(fresh, "report")} called for${rows.length > fresh ? `, ${rows.length - fresh} not new` : ""}${interviews.length ? `, ${plural(interviews.filter(({ eventId }) => eventId !== null).length, "interview")} booked` : ""}.`}</p>
      <PlainTable<Called>
        stacks
        rows={rows}
        keyOf={({ cwsId, courseId }) => `${courseId} ${cwsId}`}
        columns={[
          { title: "Student", head: true, cell: ({ student }) => student || "–" },
          { title: "Course", cell: ({ course }) => course || "–" },
          interviews.length > 0 && {
            title: "Interview",
            cell: ({ id }) => {
              const one = interviews.find((interview) => interview.id === id);
              return one?.start ? formatDateTime(one.start) : <span className="tea-warn">{one?.error}</span>;
            },
          },
          {
            title: "Result",
            cell: ({ error, isNew }) =>
              error ? <span className="tea-warn">{error}</span> : isNew ? "Called" : "Already there",
          },
        ]}
      />
    </>
  );
}
