import { Agenda } from "./agenda";
import { Month } from "./month";
import { LoadedPiece } from "../piece";
import { Planner, type PlannerProps } from "./schedule-frame";
import type { Spanned } from "./spans";
import type { TimedProps } from "./timed";

export type PlanProps = Omit<PlannerProps, "children"> &
  Pick<TimedProps, "lanes" | "onCreate" | "onMove"> & {
    rows: readonly Spanned[];
    /** False while the rows are read for the first time. */
    isRead: boolean;
    /** The rows have hours. */
    isTimed: boolean;
  };

/** The library's code comes when hours are first asked for. */
const hours = () => import("./timed");

/** Rows by month, week or day, as an agenda, or, of one day, in lanes. */
export default function Plan({ rows, isRead, isTimed, lanes, onCreate, onMove, ...planner }: PlanProps) {
  const { span, day } = planner;
  const view =
    span === "day" ? (lanes ? "resourceTimeGridDay" : "timeGridDay") : isTimed ? "timeGridWeek" : "dayGridWeek";
  return (
    <Planner {...planner}>
      {span === "month" ? (
        <Month rows={rows} day={day} />
      ) : span === "agenda" ? (
        <Agenda rows={rows} day={day} isRead={isRead} isTimed={isTimed} />
      ) : (
        <LoadedPiece load={hours} props={{ view, from: day, rows, lanes, onCreate, onMove }} />
      )}
    </Planner>
  );
}
