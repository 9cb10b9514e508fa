import { useApi, useUser } from "@staffroom/api";
import { inLondon, today } from "@staffroom/screen";
import { Answered } from "@staffroom/ui";
import { Link } from "react-router";
import "../style.css";
import type { Week } from "./days";
import { EventLine } from "./week";

/** Today's events on the user's calendar, for the home page. */
export default function Today() {
  const user = useUser();
  const day = today();
  return (
    <Answered query={useApi<Week>("/events/week", { day })} rows={2}>
      {({ events }) => {
        const shown = events.filter(({ start, end }) => inLondon(start).slice(0, 10) <= day && inLondon(end) > day);
        return (
          <div className="people-week people-today">
            {shown.length > 0 ? (
              <ul className="sr-bare">
                {shown.map((event) => (
                  <EventLine key={event.id} event={event} user={user} />
                ))}
              </ul>
            ) : (
              <p className="sr-muted">Nothing is booked for you today.</p>
            )}
            <Link to="/calendar/week">My calendar</Link>
          </div>
        );
      }}
    </Answered>
  );
}
