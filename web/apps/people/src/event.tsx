import type { RecordPieceProps } from "@staffroom/contract";
import { Facts, formatCount, formatDateTime, Icon, PlainTable } from "@staffroom/ui";
import { Link } from "react-router";
import "./style.css";
import { inWords } from "./repeats";
import { things, type CalendarEvent, type Kind } from "./types";

const answers: Readonly<Record<string, string>> = { invited: "Invited", accepted: "Accepted", declined: "Declined" };

/** Who is on an event, how it repeats, and what it was booked in spite of. */
export default function Event({ record: event }: RecordPieceProps<CalendarEvent>) {
  return (
    <>
      <Facts
        facts={{
          Repeats: event.series && `${inWords(event.series.rule)}, ${formatCount(event.series.dates, "date", "dates")}`, "Cancelled because": event.cancelReason, "Booked by": event.createdBy,
        }}
      />
      {event.overlaps.length > 0 && (
        <ul className="people-overlaps">
          {event.overlaps.map((other) => (
            <li key={`${other.eventId} ${other.name}`}>
              <Icon name="alert" size={14} /> {other.name} is also on {other.title || "something else"} from {formatDateTime(other.start)}. {other.reason}
            </li>
          ))}
        </ul>
      )}
      <PlainTable
        stacks
        rows={event.people}
        keyOf={({ ewpId }) => ewpId}
        columns={[
          { title: "Who", cell: ({ kind, id, name }) => <Link to={`${things[kind as Kind]}/${id}`}>{name}</Link> },
          { title: "As", cell: ({ kind }) => kind.charAt(0).toUpperCase() + kind.slice(1) },
          { title: "Answer", cell: ({ status }) => answers[status] },
        ]}
        empty="Nobody is on this event yet."
      />
    </>
  );
}
