import { appName, useListPages, useUser } from "@staffroom/api";
import { linkOf, mayOpen, type Area, type Page, type Row, type Waiting } from "@staffroom/contract";
import { isTyping, textOf, totalLabel } from "@staffroom/list";
import { formatAge, formatCount, formatDue, formatMoney, Icon, LoadingState, Panel, StatePanel } from "@staffroom/ui";
import dayjs from "dayjs";
import { useEffect, useMemo, useRef, type RefObject } from "react";
import { Link } from "react-router";

/** Maximum number of rows shown, and loaded from one list. */
const shownAtMost = 14;
const readAtMost = 10;

type Kind = { kind: Waiting; page: Page | undefined; failed: boolean };
type Waits = { kind: Waiting; row: Row; since: string };

/**
 * Returns the areas' tasks for a person with these roles, including deadlines. A right to see everything does not make
 * a person responsible.
 */
function allFor(areas: readonly Area[], roles: readonly string[]): Waiting[] {
  return areas.flatMap(({ waiting, routes }) =>
    waiting.filter((one) => {
      const route = routes.find(({ path }) => path === one.route);
      return mayOpen(route?.roles, roles) && (!one.roles || one.roles.some((role) => roles.includes(role)));
    }),
  );
}

/** Return the tasks for a person with these roles. */
export const waitingFor = (areas: readonly Area[], roles: readonly string[]): Waiting[] =>
  allFor(areas, roles).filter(({ ahead }) => !ahead);

/** Returns the days of which a kind is a part, in the range filter that its `outOf` names; empty if it names none. */
const partOf = ({ outOf }: Waiting, today: string): Readonly<Record<string, string>> =>
  outOf ? { [outOf.filter]: `${dayjs.utc(today).subtract(outOf.days, "day").format("YYYY-MM-DD")}..${today}` } : {};

/** Returns the deadlines for a person with these roles, with the requested days. */
export function deadlinesFor(areas: readonly Area[], roles: readonly string[], today: string): Waiting[] {
  return allFor(areas, roles).flatMap((kind) => {
    if (!kind.ahead) return [];
    const { filter, days, from } = kind.ahead;
    const last = dayjs.utc(today).add(days, "day").format("YYYY-MM-DD");
    return [{ ...kind, query: { ...kind.query, [filter]: `${from ? today : ""}..${last}` } }];
  });
}

/** Returns the address of all of a kind's tasks, or of one of its rows, in the order of Home. */
export function addressOf(
  { route, params, query, view, open, target, read, since, sort = since }: Waiting,
  row?: Row,
): string {
  if (row && target) return target.replace("{id}", String(row.id));
  const named = new URLSearchParams(read ? query : { ...query, sort });
  if (view) named.set("view", view);
  if (row && open) named.set(open, String(row.id));
  const text = named.toString();
  return `${linkOf(route, params)}${text && `?${text}`}`;
}

/**
 * Returns the rows to show: the kinds alternate until there are enough, so that none fills the queue alone; then oldest
 * first.
 */
export function queueOf(kinds: readonly Kind[], most = shownAtMost): Waits[] {
  const lists = kinds.map(({ kind, page }) =>
    (page?.data ?? []).map((row) => ({ kind, row, since: String(row[kind.since] ?? "") })),
  );
  const turns = Array.from({ length: readAtMost }, (_, turn) =>
    lists.flatMap((rows) => rows.slice(turn, turn + 1)),
  ).flat();
  // A record with two tasks is shown once.
  const once = new Map(
    turns
      .toReversed()
      .map((waits) => [`${waits.kind.target ?? waits.kind.open ?? waits.kind.title} ${String(waits.row.id)}`, waits]),
  );
  return turns
    .filter((waits) => [...once.values()].includes(waits))
    .slice(0, most)
    .toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since));
}

/** Return the texts that identify a row, except the user's own name. */
export function textsOf({ kind, row }: Omit<Waits, "since">, ownName: string): string[] {
  const textIn = (value: unknown) => (Array.isArray(value) ? value.map(textOf).join(", ") : textOf(value));
  return kind.shows.map((column) => textIn(row[column])).filter((text) => text && text !== ownName);
}

export function figureOf({ kind: { figure }, row }: Omit<Waits, "since">): string {
  const value = figure && row[figure.column];
  if (typeof value !== "number") return "";
  return figure?.one ? formatCount(value, figure.one, figure.many ?? figure.one) : formatMoney(value, row.currency);
}

/** J and K move through the links inside, wherever the focus is. */
function useWalkingKeys(): RefObject<HTMLUListElement | null> {
  const ref = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const by = event.key === "j" ? 1 : event.key === "k" ? -1 : 0;
      if (!by || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const links = [...(ref.current?.querySelectorAll("a") ?? [])];
      const at = links.findIndex((link) => link === document.activeElement);
      links[at < 0 ? 0 : Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  return ref;
}

/** Since when a row waits, or when it is due. */
function When({ kind, row, since }: Waits) {
  const due = kind.due && row[kind.due];
  if (typeof due !== "string")
    return (
      <time className="sr-muted sr-num" dateTime={since}>
        {formatAge(since)}
      </time>
    );
  return (
    <time className="sr-muted sr-num" dateTime={due}>
      {formatDue(due)}
    </time>
  );
}

/** Returns the calls for some kinds of tasks, a page of each. */
export const usePagesOf = (kinds: readonly Waiting[]) =>
  useListPages(
    kinds.map(({ list, query, since, sort = since, read }) => ({
      path: list,
      query: { ...query, sort, page: 1, pageSize: readAtMost },
      read,
    })),
  );

type WaitingForMeProps = {
  areas: readonly Area[];
  settled: boolean;
  most?: number;
};

/** One queue of the person's tasks of all kinds, with the number of each. */
export function WaitingForMe({ areas, settled, most = shownAtMost }: WaitingForMeProps) {
  const { roleIds, name: ownName } = useUser();
  const today = dayjs().format("YYYY-MM-DD");
  const kinds = useMemo(
    () => waitingFor(areas, roleIds).map((kind) => ({ ...kind, query: { ...kind.query, ...partOf(kind, today) } })),
    [areas, roleIds, today],
  );
  const pages = usePagesOf(kinds);
  const parts = kinds.map((kind, place) => ({ kind, page: pages[place]?.data, failed: !!pages[place]?.error }));
  const wholes = useMemo(
    () => kinds.filter(({ outOf }) => outOf).map((kind) => ({ ...kind, query: partOf(kind, today) })),
    [kinds, today],
  );
  const totals = usePagesOf(wholes);
  const totalOf = ({ title }: Waiting) => {
    const whole = totals[wholes.findIndex((one) => one.title === title)]?.data;
    return whole && ` of ${totalLabel(whole.total, whole.totalIsExact)}`;
  };
  const isLoading = !settled || pages.some(({ isPending }) => isPending);
  const rows = queueOf(parts, most);
  const shown = parts.filter(({ page, failed }) => failed || (page && page.total > 0));
  const list = useWalkingKeys();

  return (
    <Panel
      title={
        <>
          <Icon name="inbox" size={15} /> Waiting for me
        </>
      }
    >
      {shown.length > 0 && (
        <nav className="sr-waiting-kinds" aria-label="Waiting for me, by kind">
          {shown.map(({ kind, page, failed }) => (
            <Link key={kind.title} to={addressOf(kind)} data-failed={failed || undefined}>
              <Icon name={kind.icon} size={15} />
              <span>{kind.title}</span>{" "}
              {failed ? (
                <small>cannot be read now</small>
              ) : (
                <b className="sr-num">
                  {totalLabel(page?.total ?? 0, page?.totalIsExact ?? true)}
                  {totalOf(kind)}
                </b>
              )}
            </Link>
          ))}
        </nav>
      )}
      {rows.length > 0 && (
        <ul className="sr-waiting" ref={list}>
          {rows.map((waits) => {
            const { kind, row, since } = waits;
            const [title = kind.title, ...more] = textsOf(waits, ownName);
            return (
              <li key={`${kind.title} ${String(row.id)}`}>
                <Icon name={kind.icon} size={15} />
                <span className="sr-waiting-what">
                  <Link to={addressOf(kind, row)}>{title}</Link> <span className="sr-muted">{more.join(", ")}</span>
                </span>
                <span className="sr-waiting-kind">{kind.title}</span>
                <span className="sr-num sr-waiting-figure">{figureOf(waits)}</span>
                <When kind={kind} row={row} since={since} />
              </li>
            );
          })}
        </ul>
      )}
      {isLoading && rows.length === 0 && <LoadingState rows={5} />}
      {!isLoading && shown.length === 0 && (
        <StatePanel
          compact
          icon="check"
          title="Nothing is waiting for you"
          text={`What needs you will gather here.${appName === "staff" ? " Ctrl+K finds any person, course, invoice, ticket or screen." : ""}`}
        />
      )}
    </Panel>
  );
}
