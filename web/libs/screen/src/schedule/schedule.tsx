import { Agenda } from "./agenda";
import { Month } from "./month";
import { LoadedPiece } from "../piece";
import { ScheduleFrame, type FrameProps } from "./schedule-frame";
import type { Spanned } from "./spans";
import type { TimedProps } from "./timed";

export type ScheduleProps = Omit<FrameProps, "children"> &
  Pick<TimedProps, "lanes" | "onCreate" | "onMove"> & {
    rows: readonly Spanned[];
    /** False while the rows are loaded for the first time. */
    isRead: boolean;
    /** The rows have times of day. */
    isTimed: boolean;
  };

/** The library is loaded when times of day are first shown. */
const hours = () => import("./timed");

/** Rows by month, week or day, as an agenda, or in lanes for one day. */
export default function Schedule({ rows, isRead, isTimed, lanes, onCreate, onMove, ...frame }: ScheduleProps) {
  const { span, day } = frame;
  const view =
    span === "day" ? (lanes ? "resourceTimeGridDay" : "timeGridDay") : isTimed ? "timeGridWeek" : "dayGridWeek";
  return (
    <ScheduleFrame {...frame}>
      {span === "month" ? (
        <Month rows={rows} day={day} />
      ) : span === "agenda" ? (
        <Agenda rows={rows} day={day} isRead={isRead} isTimed={isTimed} />
      ) : (
        <LoadedPiece load={hours} props={{ view, from: day, rows, lanes, onCreate, onMove }} />
      )}
    </ScheduleFrame>
  );
}
