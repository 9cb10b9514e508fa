import type { RecordPieceProps } from "@staffroom/contract";
import { Facts, formatCount, formatDateTime, Icon, Widget } from "@staffroom/ui";
import "../style.css";
import { inWords } from "./repeats";
import type { CalendarEvent } from "../types";
import { PeopleOn } from "./people-on";

/** The persons on an event, the rule of its series, and the conflicts that were accepted when booking it. */
export default function Event({ record: event, reload }: RecordPieceProps<CalendarEvent>) {
  return (
    <>
      <Facts
        facts={{
          Repeats: event.series && `${inWords(event.series.rule)}, ${formatCount(event.series.dates, "date", "dates")}`,
          "Cancelled because": event.cancelReason,
          "Booked by": event.createdBy,
        }}
      />
      {event.overlaps.length > 0 && (
        <ul className="people-overlaps">
          {event.overlaps.map((other) => (
            <li key={`${other.eventId} ${other.name}`}>
              <Icon name="alert" size={14} /> {other.name} is also on {other.title || "something else"} from{" "}
              {formatDateTime(other.start)}. {other.reason}
            </li>
          ))}
        </ul>
      )}
      <PeopleOn event={event} reload={reload} />
      <Widget name="board-link" props={{ eventId: event.id, courseId: event.courseId }} />
      <Widget
        name="journal-button"
        props={{ kind: "event", id: event.id, title: `${event.title}, ${formatDateTime(event.start)}` }}
      />
    </>
  );
}
