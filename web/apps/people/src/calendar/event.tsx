import type { RecordPieceProps } from "@staffroom/contract";
import { useFields } from "@staffroom/form";
import { Facts, formatCount, formatDateTime, Icon, PlainTable } from "@staffroom/ui";
import { Link } from "react-router";
import "../style.css";
import { inWords } from "./repeats";
import { things, type CalendarEvent, type Kind } from "../types";

/** The persons on an event, the rule of its series, and the events that it was booked in spite of. */
export default function Event({ record: event }: RecordPieceProps<CalendarEvent>) {
  const { fields } = useFields("/events/people");
  const labelOf = (field: string, value: string) => fields.get(field)?.options?.find((one) => one.value === value)?.label;
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
          { title: "As", cell: ({ kind }) => labelOf("kind", kind) },
          { title: "Answer", cell: ({ status }) => labelOf("status", status) },
        ]}
        empty="Nobody is on this event yet."
      />
    </>
  );
}
