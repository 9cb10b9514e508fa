import { EmptyState, formatCount, LoadingState, zone } from "@staffroom/ui";
import { Button } from "antd";
import dayjs from "dayjs";
import { useMemo, useState, type CSSProperties } from "react";
import { agendaOf } from "./month-model";
import { ScheduledLink } from "./scheduled-link";
import { daysOf, today, type Spanned } from "./spans";

type Day = { day: string; rows: readonly Spanned[] };

/** The days with today among them, where it is in the time that is shown. */
export function withToday(
  days: readonly Day[],
  now: string,
  { first, last }: { first: string; last: string },
): readonly Day[] {
  if (!days.length || now < first || now > last || days.some(({ day }) => day === now)) return days;
  return [...days, { day: now, rows: [] }].toSorted((one, other) => one.day.localeCompare(other.day));
}

/** How many rows of today have begun. */
export const begunBy = (rows: readonly Spanned[], clock: string): number =>
  rows.filter(({ isWhole, start }) => isWhole || start <= clock).length;

/** The days before the one that is asked for, which fold, and the others; none fold where all are before it. */
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

/**
 * Rows below the days of a month that they are on. It opens on the day that is asked for, and a line shows what time it
 * is.
 */
export function Agenda({
  rows,
  day,
  isRead,
  isTimed,
}: {
  rows: readonly Spanned[];
  day: string;
  isRead: boolean;
  isTimed: boolean;
}) {
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

/** The rows of today, with a line between what has begun and what is to come. */
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
