import { EmptyState, formatCount, LoadingState, zone } from "@staffroom/ui";
import { Button } from "antd";
import dayjs from "dayjs";
import { useMemo, useState, type CSSProperties } from "react";
import { agendaOf } from "./month-model";
import { ScheduledLink } from "./scheduled-link";
import { daysOf, today, type Spanned } from "./spans";

type Day = { day: string; rows: readonly Spanned[] };

/** Returns the days including today, if it is in the shown period. */
export function withToday(
  days: readonly Day[],
  now: string,
  { first, last }: { first: string; last: string },
): readonly Day[] {
  if (!days.length || now < first || now > last || days.some(({ day }) => day === now)) return days;
  return [...days, { day: now, rows: [] }].toSorted((one, other) => one.day.localeCompare(other.day));
}

/** Returns how many of today's rows have begun. */
export const begunBy = (rows: readonly Spanned[], clock: string): number =>
  rows.filter(({ isWhole, start }) => isWhole || start <= clock).length;

/**
 * Splits the days into those before the requested one, which are folded, and the others; none are folded if all are
 * earlier.
 */
export function foldedBefore<One extends { day: string }>(
  days: readonly One[],
  day: string,
): [earlier: readonly One[], shown: readonly One[]] {
  const first = Math.max(
    0,
    days.findIndex((one) => one.day >= day),
  );
  return [days.slice(0, first), days.slice(first)];
}

type AgendaProps = {
  rows: readonly Spanned[];
  day: string;
  isRead: boolean;
  isTimed: boolean;
};

/** A month's rows below their days. It opens on the requested day, and a line shows the present time. */
export function Agenda({ rows, day, isRead, isTimed }: AgendaProps) {
  const now = today();
  const days = useMemo(() => {
    const shown = daysOf("agenda", day);
    return withToday(agendaOf(rows, shown), now, shown);
  }, [rows, day, now]);
  const [unfolded, setUnfolded] = useState("");
  const [earlier, later] = foldedBefore(days, day);
  const shown = unfolded === day ? days : later;
  if (!days.length) return isRead ? <EmptyState compact title="No events in this period" /> : <LoadingState rows={5} />;
  return (
    <div className="sr-agenda">
      {shown.length < days.length && (
        <Button
          className="sr-agenda-earlier"
          type="text"
          block
          onClick={() => setUnfolded(day)}
        >{`Earlier: ${formatCount(earlier.length, "day", "days")}`}</Button>
      )}
      {shown.map((one) => (
        <section key={one.day} aria-current={one.day === now ? "date" : undefined}>
          <h3>{dayjs(one.day).format("dddd D MMMM")}</h3>
          <ul>
            {one.day === now && isTimed ? (
              <Today rows={one.rows} day={now} />
            ) : (
              <Rows rows={one.rows} day={one.day} isTimed={isTimed} />
            )}
          </ul>
          {!one.rows.length && <p>Nothing today</p>}
        </section>
      ))}
    </div>
  );
}

function Rows({ rows, day, isTimed }: { rows: readonly Spanned[]; day: string; isTimed: boolean }) {
  return rows.map((row) => (
    <li key={row.id} style={{ "--sr-scheduled": row.color } as CSSProperties}>
      <ScheduledLink row={row} day={day} isColumn={isTimed} />
    </li>
  ));
}

/** Today's rows, with a line between what has begun and what is to come. */
function Today({ rows, day }: { rows: readonly Spanned[]; day: string }) {
  const clock = dayjs().tz(zone).format("YYYY-MM-DDTHH:mm:ss");
  const begun = begunBy(rows, clock);
  return (
    <>
      <Rows rows={rows.slice(0, begun)} day={day} isTimed />
      <li className="sr-agenda-now">Now, {clock.slice(11, 16)}</li>
      <Rows rows={rows.slice(begun)} day={day} isTimed />
    </>
  );
}
