import { useUser } from "@staffroom/api";
import type { Area, Row, Waiting } from "@staffroom/contract";
import { today } from "@staffroom/screen";
import { formatDue, Icon, Panel } from "@staffroom/ui";
import { useMemo } from "react";
import { Link } from "react-router";
import { addressOf, deadlinesFor, figureOf, textsOf, usePagesOf } from "./waiting";

const shownAtMost = 8;

type Deadline = { kind: Waiting; row: Row; due: string };

/** The next days' deadlines for the person's roles, nearest first; nothing if there are none. */
export function Deadlines({ areas }: { areas: readonly Area[] }) {
  const { roleIds, name } = useUser();
  const day = today();
  const kinds = useMemo(() => deadlinesFor(areas, roleIds, day), [areas, roleIds, day]);
  const pages = usePagesOf(kinds);
  const all = kinds.flatMap((kind, place) =>
    (pages[place]?.data?.data ?? []).map((row): Deadline => ({
      kind,
      row,
      due: String(row[kind.due ?? kind.since] ?? ""),
    })),
  );
  if (!all.length) return null;
  const rows = all.toSorted((one, other) => Date.parse(one.due) - Date.parse(other.due)).slice(0, shownAtMost);
  const more = kinds.filter((_, place) => (pages[place]?.data?.total ?? 0) > 0);
  return (
    <Panel
      title={
        <>
          <Icon name="alarm" size={15} /> Deadlines
        </>
      }
    >
      <ul className="sr-deadlines">
        {rows.map(({ kind, row, due }) => {
          const [title = kind.title, ...others] = textsOf({ kind, row }, name);
          return (
            <li key={`${kind.title} ${String(row.id)}`} data-late={due.slice(0, 10) < day || undefined}>
              <Link to={addressOf(kind, row)}>{title}</Link>
              <time className="sr-num" dateTime={due}>
                {formatDue(due)}
              </time>
              <span className="sr-muted">{[kind.title, ...others].join(", ")}</span>
              <span className="sr-num sr-muted">{figureOf({ kind, row })}</span>
            </li>
          );
        })}
      </ul>
      <nav className="sr-deadlines-all" aria-label="All deadlines">
        {more.map((kind) => (
          <Link key={kind.title} to={addressOf(kind)}>
            {kind.title}: {pages[kinds.indexOf(kind)]?.data?.total}
          </Link>
        ))}
      </nav>
    </Panel>
  );
}
