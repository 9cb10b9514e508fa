import { inWindow } from "@staffroom/ui";
import { Popover } from "antd";
import dayjs from "dayjs";
import { memo, useLayoutEffect, useMemo, useRef, useState, type CSSProperties, type RefObject } from "react";
import { weeksOf, type MonthDay, type Placed } from "./month-model";
import { ScheduledLink } from "./scheduled-link";
import { below, daysOf, today, type Spanned } from "./spans";

/** In pixels: the day's number with the count of rows without a line, a line, and the minimum height of a week. */
const headHeight = 30;
const lineHeight = 26;
const leastWeek = 110;
/** A day too narrow for a name has its number and, below it, the number of rows. */
const narrowWeek = 64;
/** Below this width a day has no room for a name. */
const narrowDay = 80;
const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Returns the height of a week in pixels, and how many lines of rows fit into it. */
function useWeek(weeks: number): { box: RefObject<HTMLTableElement | null>; height: number; lines: number } {
  const box = useRef<HTMLTableElement>(null);
  const [room, setRoom] = useState({ height: leastWeek, lines: 0 });
  useLayoutEffect(() => {
    const measure = () => {
      const table = box.current;
      if (!table) return;
      const { top, width } = table.getBoundingClientRect();
      const left = window.innerHeight - Math.max(0, top + window.scrollY) - below - headHeight;
      const isNarrow = width / 7 < narrowDay;
      const height = isNarrow ? narrowWeek : Math.max(leastWeek, Math.floor(left / weeks));
      const lines = isNarrow ? 0 : Math.floor((height - headHeight) / lineHeight);
      setRoom((before) => (before.height === height && before.lines === lines ? before : { height, lines }));
    };
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, [weeks]);
  return { box, ...room };
}

/**
 * Rows in the weeks of a month, from plain elements: of hundreds of rows, each day shows some and counts the others.
 */
export function Month({ rows, day }: { rows: readonly Spanned[]; day: string }) {
  const days = useMemo(() => daysOf("month", day), [day]);
  const { box, height, lines } = useWeek((dayjs(days.last).diff(days.first, "day") + 1) / 7);
  const weeks = useMemo(() => weeksOf(rows, days, lines), [rows, days, lines]);
  const now = today();
  return (
    <table
      className="sr-month"
      data-narrow={lines === 0 || undefined}
      ref={box}
      style={{ "--sr-week": `${height}px` } as CSSProperties}
    >
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col">
              <abbr title={name}>{name.slice(0, 3)}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.day}>
            {week.map((one) => (
              <DayCell
                key={one.day}
                {...one}
                isOther={!one.day.startsWith(day.slice(0, 7))}
                isToday={one.day === now}
                isNarrow={lines === 0}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DayCell({
  day,
  starting,
  rows,
  hidden,
  isOther,
  isToday,
  isNarrow,
}: MonthDay & { isOther: boolean; isToday: boolean; isNarrow: boolean }) {
  return (
    <td data-other={isOther || undefined} aria-current={isToday ? "date" : undefined}>
      <div className="sr-month-head">
        <time dateTime={day}>{Number(day.slice(8))}</time>
        {hidden > 0 && <More day={day} rows={rows} words={isNarrow ? String(hidden) : `+${hidden} more`} />}
      </div>
      {starting.length > 0 && (
        <ul>
          {starting.map((one) => (
            <Bar key={one.row.id} {...one} day={day} />
          ))}
        </ul>
      )}
    </td>
  );
}

/** A row across its days of a week; a one-day row has the width of its cell. */
const Bar = memo(function Bar({ row, line, days, day }: Placed & { day: string }) {
  const style = { "--sr-scheduled": row.color, "--sr-line": line, "--sr-days": days } as CSSProperties;
  return (
    <li className="sr-month-bar" style={style}>
      <ScheduledLink row={row} day={day} />
    </li>
  );
});

/** A button with the number of a day's rows without a line, which opens all rows. The list is built on first use. */
function More({ day, rows, words }: { day: string; rows: readonly Spanned[]; words: string }) {
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  const name = dayjs(day).format("dddd D MMMM");
  const button = (
    <button
      type="button"
      className="sr-month-more"
      aria-label={`${words} on ${name}, ${rows.length} in all`}
      aria-haspopup="dialog"
      aria-expanded={open}
      onClick={
        asked
          ? undefined
          : () => {
              setAsked(true);
              setOpen(true);
            }
      }
    >
      {words}
    </button>
  );
  if (!asked) return button;
  const list = (
    <ul className="sr-month-day">
      {rows.map((row) => (
        <li key={row.id} style={{ "--sr-scheduled": row.color } as CSSProperties}>
          <ScheduledLink row={row} day={day} isRouted />
        </li>
      ))}
    </ul>
  );
  return (
    <Popover trigger="click" align={inWindow} open={open} onOpenChange={setOpen} title={name} content={list}>
      {button}
    </Popover>
  );
}
