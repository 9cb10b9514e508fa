import { api, invalidate, useApi } from "@staffroom/api";
import type { Answer, Field, RecordPieceProps } from "@staffroom/contract";
import { FormButton } from "@staffroom/form";
import { Answered, formatDate, formatNumber, Panel, PlainTable, toast } from "@staffroom/ui";
import { Link } from "react-router";
import "../style.css";

type BusyDay = Answer<"people", "/exams/series/{id}/clashes">[number];
type Seated = Answer<"people", "/exams/sittings", "post">;
const sitting: Field[] = [
  { name: "day", title: "Day", type: "date", required: true },
  {
    name: "session",
    title: "Session",
    type: "select",
    required: true,
    options: [
      { value: "am", label: "Morning" },
      { value: "pm", label: "Afternoon" },
      { value: "ev", label: "Evening" },
    ],
  },
  { name: "rooms", title: "Rooms", type: "multiselect", required: true, optionsFrom: "/exams/rooms/names" },
];
const days: Field[] = [
  { name: "first", title: "From", type: "date", help: "If empty, all sessions to come" },
  { name: "last", title: "Until", type: "date" },
];
const plan: Field[] = [
  {
    name: "papers",
    title: "Order of papers",
    type: "textarea",
    required: true,
    maxLength: 1000,
    help: "Each paper with its time, breaks between them",
  },
  {
    name: "supervision",
    title: "Supervision",
    type: "textarea",
    required: true,
    maxLength: 1000,
    help: "The person who stays with the candidate between papers, and where",
  },
  { name: "overnight", title: "Next morning", type: "boolean" },
  { name: "agreedBy", title: "Agreed by", type: "text", maxLength: 200 },
];

const summary = ({ seated, left, clashes }: Seated) =>
  [
    `${seated} have a seat`,
    left ? `${left} found none: choose further rooms` : "",
    clashes ? `${clashes} sit another paper then: see the days below` : "",
  ]
    .filter(Boolean)
    .join(". ");

/** Seats and rosters of a whole series, and candidates' days that need a plan. */
export default function SittingsTab({ record }: RecordPieceProps) {
  const id = Number(record.id);
  const clashes = useApi<BusyDay[]>(`/exams/series/${id}/clashes`);
  const done = async () => {
    await Promise.all([clashes.refetch(), invalidate("/exams/sessions")]);
  };
  return (
    <div className="exam-stack">
      <div className="exam-marks">
        <FormButton
          label="Seat a sitting"
          icon="map-pin"
          fields={sitting}
          to={(values) => api.post("/exams/sittings", { ...values, seriesId: id })}
          onDone={async (answer) => {
            await done();
            toast.success(summary(answer as Seated));
          }}
        />
        <FormButton
          label="Draft the roster"
          icon="id-card"
          fields={days}
          to={(values) =>
            api.post("/exams/roster", { first: values.first || null, last: values.last || null, seriesId: id })
          }
          notice="The roster is drafted in the background"
          onDone={done}
        />
      </div>
      <Panel title="Days that need a plan" flush extra={<Link to="/exams/dayplans">All plans</Link>}>
        <Answered query={clashes} title="The days did not load" rows={5}>
          {(rows) => (
            <PlainTable<BusyDay & { id: string }>
              stacks
              rows={rows.map((one) => ({ ...one, id: `${one.candidateId} ${one.day}` }))}
              empty="Nobody sits two papers at once, or too long a day."
              columns={[
                {
                  title: "Candidate",
                  head: true,
                  cell: ({ number, candidate, candidateId }) => (
                    <Link to={`/candidates/${candidateId}/timetable`}>
                      {number} {candidate}
                    </Link>
                  ),
                },
                { title: "Day", cell: ({ day }) => formatDate(day) },
                {
                  title: "Why",
                  cell: ({ kind, minutes, allowed }) =>
                    kind === "clash"
                      ? "Two papers at once"
                      : `${formatNumber(minutes)} of ${formatNumber(allowed)} minutes`,
                },
                { title: "Papers", cell: ({ papers }) => papers },
                {
                  title: "Plan",
                  cell: ({ planned, candidateId, day }) =>
                    planned ? (
                      "Planned"
                    ) : (
                      <FormButton
                        small
                        label="Plan the day"
                        fields={plan}
                        to={(values) => api.post("/exams/dayplans", { ...values, candidateId, day })}
                        notice="The day has a plan"
                        onDone={done}
                      />
                    ),
                },
              ]}
            />
          )}
        </Answered>
      </Panel>
    </div>
  );
}
