import { api, hasRole, invalidate, useListPage, useSession } from "@staffroom/api";
import { ChoiceTag } from "@staffroom/screen";
import { Answered, attempt, formatDateTime, PageHeader, Panel, StatePanel, toast, usePage } from "@staffroom/ui";
import { Button } from "antd";
import { Link } from "react-router";
import "./style.css";

type Seat = { id: number; sessionId: number; session: string; room: string; candidate: string; number: string; paper: string; seat: number; status: string; starts: string; ends: string; identityChecked: boolean };

/** The hour of a moment, `09:00`. */
const timeOf = (moment: string) => formatDateTime(moment).slice(-5);
const marks = [["present", "Present"], ["late", "Late"], ["absent", "Absent"]] as const;

/** One candidate with the marks of the register. */
function SeatRow({ seat }: { seat: Seat }) {
  const mark = (name: string) => attempt(async () => {
    await api.post(`/exams/seats/${seat.id}/${name}`);
    await invalidate("/exams/day");
  });
  const identity = () => attempt(async () => {
    await api.put(`/exams/seats/${seat.id}`, { field: "identityChecked", newValue: !seat.identityChecked });
    await invalidate("/exams/day");
    toast.success(seat.identityChecked ? "Identity is not checked" : "Identity is checked");
  });
  return (
    <li data-status={seat.status}>
      <span className="sr-num">{seat.seat}</span>
      <span>
        <b>{seat.number} {seat.candidate}</b>
        <small>{seat.paper}, until {timeOf(seat.ends)}</small>
      </span>
      <span className="exam-marks" role="group" aria-label={`Register of ${seat.candidate}`}>
        {marks.map(([name, title]) => (
          <Button key={name} aria-pressed={seat.status === name} type={seat.status === name ? "primary" : "default"} onClick={() => void mark(seat.status === name ? "expected" : name)}>{title}</Button>
        ))}
        <Button aria-pressed={seat.identityChecked} type={seat.identityChecked ? "primary" : "default"} onClick={() => void identity()}>Identity</Button>
      </span>
    </li>
  );
}

/** The rooms of today with their candidates, in the order of seats. */
export default function Day() {
  usePage("Exams today");
  const isStaff = hasRole(useSession().user, "staff");
  const seats = useListPage("/exams/day", { page: 1, pageSize: 1000, sort: "starts" });
  return (
    <>
      <PageHeader title="Exams today" actions={isStaff && <Link to="/exams/day">As a list</Link>} />
      <Answered query={seats} title="The register did not load" rows={8}>
        {({ data }) => {
          const rows = data as unknown as Seat[];
          const sessions = [...new Set(rows.map(({ sessionId }) => sessionId))];
          if (!sessions.length) return <StatePanel icon="clock" title="Nobody sits a paper today" actions={isStaff && <Link to="/exams/upcoming">Upcoming sittings</Link>} />;
          return sessions.map((session) => {
            const mine = rows.filter(({ sessionId }) => sessionId === session).sort((one, other) => one.seat - other.seat);
            const [first] = mine;
            if (!first) return null;
            const count = (status: string) => mine.filter((row) => row.status === status).length;
            return (
              <Panel key={session} title={`${timeOf(first.starts)} ${first.room}`} extra={isStaff ? <Link to={`/exams/sessions/${session}/seats`}>{first.session}</Link> : first.session}>
                <p className="exam-counts">
                  {["present", "late", "absent", "expected"].map((status) => <span key={status}><ChoiceTag of="/exams/seats/columns" name="status" value={status} /> {count(status)}</span>)}
                </p>
                <ul className="exam-register">{mine.map((seat) => <SeatRow key={seat.id} seat={seat} />)}</ul>
              </Panel>
            );
          });
        }}
      </Answered>
    </>
  );
}
