import { invalidate, useRecord } from "@staffroom/api";
import type { Field, Move, RecordData } from "@staffroom/contract";
import { FormButton } from "@staffroom/form";
import { ChoiceTag } from "@staffroom/screen";
import { formatTime, Panel } from "@staffroom/ui";
import { Moves } from "@staffroom/workflow";
import { Button } from "antd";
import { Link } from "react-router";
import { Documents } from "../sessions/documents";
import { isVeryLate, type MarkName, type Register, type Seat } from "./register";

const marks = [
  ["present", "Present"],
  ["late", "Late"],
  ["absent", "Absent"],
] as const;
const states = ["present", "late", "absent", "expected"];
const onTheDay = new Set(["begin", "finish", "moveRoom", "admit"]);
const incident: Field[] = [
  { name: "text", title: "What happened", type: "textarea", required: true, maxLength: 5000 },
  { name: "witness", title: "Witness", type: "text", required: true, maxLength: 200 },
  { name: "at", title: "When", type: "datetime", help: "If empty, now" },
];

type SeatRowProps = { seat: Seat; now: Date; mark: (seat: number, mark: MarkName) => void };

/** One candidate with the marks of the register. */
function SeatRow({ seat, now, mark }: SeatRowProps) {
  return (
    <li data-status={seat.status}>
      <span className="sr-num">{seat.seat ?? "–"}</span>
      <span>
        <b>
          {seat.number} {seat.candidate}
        </b>
        <small>
          {seat.paper}, until {formatTime(seat.ends)}
        </small>
        {seat.status === "expected" && isVeryLate(seat, now) && <small>Late now is very late: tell the board</small>}
      </span>
      <span className="exam-marks" role="group" aria-label={`Register of ${seat.candidate}`}>
        {marks.map(([name, title]) => (
          <Button
            key={name}
            aria-pressed={seat.status === name}
            type={seat.status === name ? "primary" : "default"}
            onClick={() => mark(seat.id, seat.status === name ? "expected" : name)}
          >
            {title}
          </Button>
        ))}
        <Button
          aria-pressed={seat.identityChecked}
          type={seat.identityChecked ? "primary" : "default"}
          onClick={() => mark(seat.id, seat.identityChecked ? "noIdentity" : "identity")}
        >
          Identity
        </Button>
      </span>
    </li>
  );
}

/** Returns the ends of a session: most candidates finish together, those with extra time later. */
const endsOf = (seats: readonly Seat[]) => [...new Set(seats.map(({ ends }) => formatTime(ends)))].toSorted();

/** A session of today: its start and end, its actions, and its register. */
export function SessionDay({
  seats,
  isStaff,
  now,
  register,
}: {
  seats: readonly Seat[];
  isStaff: boolean;
  now: Date;
  register: Register;
}) {
  const rows = seats.toSorted((one, other) => (one.seat ?? 0) - (other.seat ?? 0));
  const [first] = rows;
  const session = useRecord<RecordData>(`/exams/sessions/${first?.sessionId ?? 0}`, !!first);
  if (!first) return null;
  const reload = async () => {
    await session.refetch();
    await invalidate("/exams/day");
  };
  const moves = ((session.data?.moves ?? []) as Move[]).filter(({ name }) => onTheDay.has(name));
  return (
    <Panel
      title={`${formatTime(first.starts)} ${first.room}`}
      extra={isStaff ? <Link to={`/exams/sessions/${first.sessionId}/seats`}>{first.session}</Link> : first.session}
    >
      <p className="exam-counts">
        {states.map((status) => (
          <span key={status}>
            <ChoiceTag of="/exams/seats/columns" name="status" value={status} />{" "}
            {rows.filter((row) => row.status === status).length}
          </span>
        ))}
        <span>Ends {endsOf(rows).join(", ")}</span>
        {first.veryLateFrom && <span>Very late from {formatTime(first.veryLateFrom)}: the board must be told</span>}
      </p>
      <div className="exam-marks">
        <Moves moves={moves} onDone={() => void reload()} />
        <FormButton
          label="Incident"
          title="Write down an incident"
          icon="clipboard"
          fields={incident}
          to={(values) =>
            Promise.resolve(
              register.incident({
                sessionId: first.sessionId,
                text: String(values.text),
                witness: String(values.witness),
                at: values.at ? String(values.at) : undefined,
              }),
            )
          }
          notice="The incident is written down"
          onDone={() => undefined}
        />
        <Documents session={first.sessionId} />
      </div>
      <ul className="exam-register sr-bare">
        {rows.map((seat) => (
          <SeatRow key={seat.id} seat={seat} now={now} mark={(id, mark) => register.mark(id, mark)} />
        ))}
      </ul>
    </Panel>
  );
}
