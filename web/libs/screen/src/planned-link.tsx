import dayjs from "dayjs";
import { Link } from "react-router";
import { plainHref } from "./plain-links";
import type { Spanned } from "./spans";

const names = new Map<string, string>();
/** `4 November`, of a day like `2026-11-04`; a month asks for each of its days often. */
function dayName(day: string): string {
  const name = names.get(day) ?? dayjs(day).format("D MMMM");
  names.set(day, name);
  return name;
}

/** The hour of a row, where it has one: `09:30`. */
const hour = ({ isWhole, start }: Spanned) => (isWhole ? "" : start.slice(11, 16));

/**
 * A row in its time as a link to its record. It says its day, which a calendar shows by place alone. `isRouted` where no
 * listener follows plain links.
 */
export function PlannedLink({ row, day, isRouted = false }: { row: Spanned; day: string; isRouted?: boolean }) {
  const { title, lines, state, to, isCancelled } = row;
  const time = hour(row);
  const props = { className: "sr-planned", "data-cancelled": isCancelled || undefined, title: [time, title, lines, state].filter(Boolean).join("\n") };
  const content = (
    <>
      <span className="sr-visually-hidden">{dayName(day)} </span>
      {time && <time>{time}</time>}
      <b>{title}</b>
      {lines && <small>{lines}</small>}
      {state && <small className="sr-planned-state">{state}</small>}
    </>
  );
  if (!to) return <span {...props}>{content}</span>;
  return isRouted ? <Link to={to} {...props}>{content}</Link> : <a href={plainHref(to)} {...props}>{content}</a>;
}
