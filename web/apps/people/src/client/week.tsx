import { api, invalidate, useApi, useUser } from "@staffroom/api";
import { choiceOf, today, useChoices } from "@staffroom/screen";
import {
  ActionButton,
  Answered,
  colorOf,
  formatCount,
  formatDate,
  formatTime,
  Icon,
  IconButton,
  Panel,
  StatePanel,
  StatusTag,
} from "@staffroom/ui";
import { Button } from "antd";
import dayjs from "dayjs";
import { useState } from "react";
import "../style.css";
import { Import } from "../calendar/import";
import { Subscribe } from "../calendar/subscribe";
import { daysOfWeek, mondayOf, withWhom, type Week, type WeekEvent } from "./days";

type User = ReturnType<typeof useUser>;

const path = "/events/week";

/** The tutorials and other events of the user's week, and their children's, day by day; it starts with a day's week. */
export default function MyWeek({ of = today() }: { of?: string }) {
  const user = useUser();
  const [day, setDay] = useState(mondayOf(of));
  const query = useApi<Week>(path, { day }, { staysUntilNext: true });
  const step = (weeks: number) => setDay(dayjs(day).add(weeks, "week").format("YYYY-MM-DD"));
  const isThisWeek = day === mondayOf(today());
  return (
    <Panel
      title={
        <>
          <Icon name="calendar" size={15} /> {isThisWeek ? "My week" : `Week of ${formatDate(day)}`}
        </>
      }
      extra={
        <span className="people-week-steps">
          {!isThisWeek && (
            <Button size="small" onClick={() => setDay(mondayOf(today()))}>
              This week
            </Button>
          )}
          <IconButton label="Week before" icon="chevron-left" onClick={() => step(-1)} />
          <IconButton label="Week after" icon="chevron-right" onClick={() => step(1)} />
        </span>
      }
    >
      <Answered query={query} rows={6}>
        {({ day: first, events }) => (
          <div className="people-week" aria-busy={query.isFetching}>
            {events.length === 0 && (
              <StatePanel
                compact
                icon="calendar"
                title={`Nothing in ${isThisWeek ? "this week" : "that week"}`}
                text="What you are booked for appears here."
              />
            )}
            {events.length > 0 &&
              daysOfWeek(first, events).map(({ date, events: those }) => (
                <section
                  key={date}
                  aria-label={dayjs(date).format("dddd D MMMM")}
                  data-today={date === today() || undefined}
                >
                  <h3>
                    <b>{dayjs(date).format("ddd")}</b> {dayjs(date).format("D MMM")}
                    {date === today() && <em> Today</em>}
                  </h3>
                  {those.length === 0 ? (
                    <p className="sr-muted">–</p>
                  ) : (
                    <ul className="sr-bare">
                      {those.map((event) => (
                        <EventLine key={event.id} event={event} user={user} />
                      ))}
                    </ul>
                  )}
                </section>
              ))}
          </div>
        )}
      </Answered>
      <footer className="people-week-foot">
        <span className="sr-muted">Times are those of London.</span>
        <span>
          <Import /> <Subscribe />
        </span>
      </footer>
    </Panel>
  );
}

/** The names of a whole class would fill the screen. */
const namesShown = 3;
const namesOf = (people: WeekEvent["people"]) =>
  people
    .slice(0, namesShown)
    .map(({ name }) => name)
    .join(", ") +
  (people.length > namesShown ? ` and ${formatCount(people.length - namesShown, "other", "others")}` : "");

export function EventLine({ event, user }: { event: WeekEvent; user: User }) {
  const choices = useChoices("/events/my/columns");
  const type = choiceOf(choices, "type", event.type);
  const { mine, others } = withWhom(event, user);
  const isOff = event.status === "cancelled" || mine?.status === "declined";
  return (
    <li style={{ borderColor: colorOf(type?.color) }} data-off={isOff || undefined}>
      <span className="sr-num">{event.allDay ? "All day" : `${formatTime(event.start)}–${formatTime(event.end)}`}</span>
      <div>
        <b>{event.title}</b>
        <small>
          {[type?.label, event.location ?? (event.zoomTutorId !== null ? "Zoom" : ""), namesOf(others)]
            .filter(Boolean)
            .join(", ")}
        </small>
        {event.cancelReason && <small>{event.cancelReason}</small>}
      </div>
      {event.status === "cancelled" && <StatusTag label="Cancelled" color="red" />}
      {event.status !== "cancelled" && mine && <MyAnswer person={mine} isOver={dayjs(event.end).isBefore(dayjs())} />}
    </li>
  );
}

/** The person's response to an invitation, and the two buttons for it. */
function MyAnswer({ person, isOver }: { person: WeekEvent["people"][number]; isOver: boolean }) {
  const answer = async (newValue: string) => {
    await api.put(`/events/people/${person.ewpId}`, { field: "status", newValue });
    await invalidate(path);
  };
  if (person.status === "declined") return <StatusTag label="Declined" color="grey" />;
  if (person.status !== "invited" || isOver) return null;
  return (
    <span className="people-week-answer">
      <ActionButton size="small" run={() => answer("accepted")}>
        Accept
      </ActionButton>
      <ActionButton size="small" type="text" run={() => answer("declined")}>
        Decline
      </ActionButton>
    </span>
  );
}
