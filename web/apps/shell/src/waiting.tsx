import { useListPages, useUser } from "@staffroom/api";
import { linkOf, mayOpen, type Area, type Row, type Waiting } from "@staffroom/contract";
import { textOf, totalLabel } from "@staffroom/list";
import { formatAge, Icon, LoadingState, Panel, StatePanel } from "@staffroom/ui";
import { useMemo } from "react";
import { Link } from "react-router";

/** The most rows shown, and the most read of one list. */
const shownAtMost = 12;
const readAtMost = 10;

/** What waits for a person with these roles, of the areas. A right to see everything alone makes nobody responsible. */
export function waitingFor(areas: readonly Area[], roles: readonly string[]): Waiting[] {
  return areas.flatMap(({ waiting, routes }) =>
    waiting.filter((one) => {
      const route = routes.find(({ path }) => path === one.route);
      return mayOpen(route?.roles, roles) && (!one.roles || one.roles.some((role) => roles.includes(role)));
    }),
  );
}

/** The address of all that waits, or of one row of it, in the order of Home. */
export function addressOf({ route, params, query, queue, open, since, sort = since }: Waiting, row?: Row): string {
  const named = new URLSearchParams({ ...query, sort });
  if (queue) named.set("view", "queue");
  if (row && open) named.set(open, String(row.id));
  return `${linkOf(route, params)}?${named.toString()}`;
}

/** One queue of what waits for the person, whatever it is, the oldest first. */
export function WaitingForMe({ areas, settled }: { areas: readonly Area[]; settled: boolean }) {
  const { roleIds } = useUser();
  const kinds = useMemo(() => waitingFor(areas, roleIds), [areas, roleIds]);
  const pages = useListPages(kinds.map(({ list, query, since, sort = since }) => ({ path: list, query: { ...query, sort, page: 1, pageSize: readAtMost } })));
  const parts = kinds.map((kind, place) => ({ kind, page: pages[place]?.data, failed: !!pages[place]?.error }));
  const isLoading = !settled || pages.some(({ isPending }) => isPending);
  const rows = parts
    .flatMap(({ kind, page }) => (page?.data ?? []).map((row) => ({ kind, row, since: String(row[kind.since] ?? "") })))
    .toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since))
    .slice(0, shownAtMost);
  const shown = parts.filter(({ page, failed }) => failed || (page && page.total > 0));

  return (
    <Panel title={<><Icon name="inbox" size={15} /> Waiting for me</>}>
      {shown.length > 0 && (
        <nav className="sr-waiting-kinds" aria-label="Waiting for me, by kind">
          {shown.map(({ kind, page, failed }) => (
            <Link key={kind.title} to={addressOf(kind)} data-failed={failed || undefined}>
              <Icon name={kind.icon} size={14} /> {kind.title} {failed ? <span>cannot be read now</span> : <b className="sr-num">{totalLabel(page?.total ?? 0, page?.totalIsExact ?? true)}</b>}
            </Link>
          ))}
        </nav>
      )}
      {rows.length > 0 && (
        <ul className="sr-waiting">
          {rows.map(({ kind, row, since }) => {
            const [name = "", ...more] = kind.shows.map((column) => textOf(row[column])).filter(Boolean);
            return (
              <li key={`${kind.title} ${String(row.id)}`}>
                <Icon name={kind.icon} size={15} />
                <Link to={addressOf(kind, row)}>{name || kind.title}</Link>
                <span className="sr-muted">{more.join(", ")}</span>
                <span className="sr-muted sr-waiting-kind">{kind.title}</span>
                <time className="sr-muted sr-num" dateTime={since}>{formatAge(since)}</time>
              </li>
            );
          })}
        </ul>
      )}
      {isLoading && rows.length === 0 && <LoadingState rows={5} />}
      {!isLoading && shown.length === 0 && (
        <StatePanel compact icon="check" title="Nothing is waiting for you" text="What needs you will gather here. Ctrl+K finds any person, course, invoice, ticket or screen." />
      )}
    </Panel>
  );
}
