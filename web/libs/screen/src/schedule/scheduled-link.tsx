import dayjs from "dayjs";
import { Link } from "react-router";
import { plainHref } from "./plain-links";
import type { Spanned } from "./spans";

const names = new Map<string, string>();
/** Formats a day like `2026-11-04` as `4 November`; cached, because a month formats each of its days often. */
function dayName(day: string): string {
  const name = names.get(day) ?? dayjs(day).format("D MMMM");
  names.set(day, name);
  return name;
}

/** Formats the time of a row, if it has one: `09:30`; with its end in a column of times, `09:30–10:30`. */
const hour = ({ isWhole, start, end }: Spanned, isColumn: boolean) => {
  if (isWhole) return isColumn && end >= start ? "All day" : "";
  const isOneDay = start < end && start.slice(0, 10) === end.slice(0, 10);
  return isColumn && isOneDay ? `${start.slice(11, 16)}–${end.slice(11, 16)}` : start.slice(11, 16);
};

type ScheduledLinkProps = {
  row: Spanned;
  day: string;
  isRouted?: boolean;
  isColumn?: boolean;
};

/**
 * A row as a link to its record. Its label includes the day, which a calendar shows only by position. `isRouted` if no
 * listener follows plain links, `isColumn` if the times of rows are below each other.
 */
export function ScheduledLink({ row, day, isRouted = false, isColumn = false }: ScheduledLinkProps) {
  const { title, lines, state, to, isCancelled, people } = row;
  const time = hour(row, isColumn);
  const props = {
    className: "sr-scheduled",
    "data-cancelled": isCancelled || undefined,
    title: [time, title, people?.names, lines, state].filter(Boolean).join("\n"),
  };
  const content = (
    <>
      <span className="sr-visually-hidden">{dayName(day)} </span>
      {time && <time>{time}</time>}
      <b>{title}</b>
      {people && (
        <>
          <small className="sr-scheduled-names">{people.names}</small>
          <small className="sr-scheduled-initials">{people.initials}</small>
        </>
      )}
      {lines && <small>{lines}</small>}
      {state && <small className="sr-scheduled-state">{state}</small>}
    </>
  );
  if (!to) return <span {...props}>{content}</span>;
  return isRouted ? (
    <Link to={to} {...props}>
      {content}
    </Link>
  ) : (
    <a href={plainHref(to)} {...props}>
      {content}
    </a>
  );
}
