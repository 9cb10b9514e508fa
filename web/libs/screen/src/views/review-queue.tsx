import { api, invalidate, prefetch, useListMeta, useRecord } from "@staffroom/api";
import type { Move, QueueOptions, QueueShown, RecordData, RecordDrawerOptions, Row } from "@staffroom/contract";
import { FieldSections } from "@staffroom/form";
import { controlContent, isTyping } from "@staffroom/list";
import {
  attempt,
  ErrorState,
  FieldsSkeleton,
  formatNumber,
  Icon,
  StatePanel,
  toast,
  useKeyHelp,
  useOpenRecord,
  type KeyHelp,
} from "@staffroom/ui";
import { tellMoved, undoIn, useMoves } from "@staffroom/workflow";
import { Button, Checkbox } from "antd";
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from "react";
import { RecordTitle } from "../record/record-drawer";

type Props = QueueShown & {
  list: string;
  queue: QueueOptions;
  recordDrawer: RecordDrawerOptions;
  content: (record: RecordData, reload: () => void) => ReactNode;
};
/** A move that was made or is on its way, and the call that undoes it, if its response has one. */
type Made = { id: number; move: Move; path: Promise<string | undefined> };

const always: readonly KeyHelp[] = [
  [["J"], "Next in the queue"],
  [["K"], "Back in the queue"],
  [["Z"], "Undo the last move"],
];
/** Returns the keys of the queue, with those of the open record's moves. */
function keysOf(record: RecordData | undefined): readonly KeyHelp[] {
  return [...always, ...(record?.moves ?? []).flatMap(({ key, title }): KeyHelp[] => (key ? [[[key], title]] : []))];
}

/** The rows before and after the open record; a record on another page has them by the order of the rows. */
function neighboursOf(
  rows: readonly Row[],
  place: number,
  record: RecordData | undefined,
  sort: Props["sort"],
): { before: Row | undefined; after: Row | undefined } {
  if (place >= 0) return { before: rows[place - 1], after: rows[place + 1] };
  const follows = (row: Row) => {
    for (const { name, descending } of sort) {
      const [mine, other] = [record?.[name], row[name]] as [string | number, string | number];
      if (mine !== other) return descending ? other < mine : other > mine;
    }
    return true;
  };
  const next = rows.findIndex(follows);
  return next < 0 ? { before: rows.at(-1), after: undefined } : { before: rows[next - 1], after: rows[next] };
}

/**
 * A review queue: rows on the left, the open record with its moves on the right. J and K move forward and back, each
 * move has its letter, Z undoes the last one. The next record is loaded in advance, and a move that can be undone does
 * not wait for its response.
 */
export default function ReviewQueue({
  rows,
  total,
  sort,
  height,
  selection,
  list,
  queue,
  recordDrawer,
  content,
}: Props) {
  const { param, thing = list, heading, statusOf, fields = true, called = "The record" } = recordDrawer;
  const [opened, open] = useOpenRecord(param);
  const [sending, setSending] = useState<ReadonlySet<number>>(new Set());
  const [done, setDone] = useState(0);
  const sentMoves = useRef<Made[]>([]);
  const id = opened ?? (rows[0]?.id as number | undefined) ?? null;
  const place = rows.findIndex((row) => row.id === id);
  const answer = useRecord<RecordData>(`${thing}/${id}`, id !== null);
  const record = answer.data;
  const { before, after } = neighboursOf(rows, place, record, sort);
  const ahead = after?.id;

  useEffect(() => {
    if (record && ahead !== undefined) prefetch(`${thing}/${String(ahead)}`);
  }, [record, ahead, thing]);

  const refresh = (changed: number) => Promise.all([invalidate(list), invalidate(`${thing}/${changed}`)]);
  const to = (row: Row | undefined) => row && open(row.id as number);
  const goOn = () => open(((after ?? before)?.id as number | undefined) ?? null);

  const undo = async (one: Made | undefined) => {
    sentMoves.current = sentMoves.current.filter((other) => other !== one);
    const path = await one?.path;
    if (!one || !path) return toast.info("There is nothing to undo");
    toast.undone();
    await attempt(async () => {
      await api.post(path);
      toast.success(`${one.move.title}: undone`);
      setDone((count) => count - 1);
      open(one.id);
      await refresh(one.id);
    });
  };
  const tell = (one: Made, moved: unknown) => {
    setDone((count) => count + 1);
    tellMoved(one.move, moved, () => void undo(one));
  };
  const keep = (one: Made) => {
    sentMoves.current.push(one);
    return one;
  };
  const moves = useMoves(
    (_, moved) => {
      const changed = (moved as { id: number }).id;
      goOn();
      void refresh(changed);
    },
    (move, moved) =>
      tell(keep({ id: (moved as { id: number }).id, move, path: Promise.resolve(undoIn(moved)) }), moved),
  );

  const make = async (move: Move) => {
    if (!record || sending.has(record.id)) return;
    if (move.needs.length > 0 || !move.undo) return moves.start(move);
    const { id: from } = record;
    setSending((now) => new Set(now).add(from));
    goOn();
    const answered = api.send(move.method, move.path);
    // Z may be pressed before the response, and waits for it.
    const one = keep({ id: from, move, path: answered.then(undoIn, () => undefined) });
    if (!(await attempt(async () => tell(one, await answered)))) {
      sentMoves.current = sentMoves.current.filter((other) => other !== one);
      open(from);
    }
    await refresh(from);
    setSending((now) => new Set([...now].filter((one) => one !== from)));
  };

  useKeyHelp(useMemo(() => keysOf(record), [record]));
  const press = useEffectEvent((event: KeyboardEvent) => {
    // The keys still work after a row was ticked.
    const isTicked = event.target instanceof HTMLInputElement && event.target.type === "checkbox";
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(isTicked ? null : event.target)) return;
    const key = event.key.toUpperCase();
    if (key === "J") to(after);
    else if (key === "K") to(before);
    else if (key === "Z") void undo(sentMoves.current.at(-1));
    else {
      const move = record?.moves?.find((one) => one.key === key);
      if (move) void make(move);
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);

  if (id === null) {
    return (
      <StatePanel
        icon="check"
        title="Nothing waits here"
        text={done ? `You went through ${done} just now.` : "New entries will be listed here."}
      />
    );
  }
  return (
    <div className="sr-queue" style={{ height: Math.max(height, 420) }}>
      <QueueRows
        rows={rows}
        list={list}
        queue={queue}
        selection={selection}
        current={id}
        sending={sending}
        onOpen={open}
      />
      <section className="sr-queue-record" aria-label={called}>
        <header>
          <h2>{record && <RecordTitle record={record} list={list} heading={heading} statusOf={statusOf} />}</h2>
          <span className="sr-muted sr-num">
            {place < 0 ? "Not on this page" : `${place + 1} of ${formatNumber(Math.max(total, rows.length))}`}
          </span>
          <Button
            size="small"
            aria-label="Previous (K)"
            disabled={!before}
            icon={<Icon name="chevron-left" size={15} />}
            onClick={() => to(before)}
          />
          <Button
            size="small"
            aria-label="Next (J)"
            disabled={!after}
            icon={<Icon name="chevron-right" size={15} />}
            onClick={() => to(after)}
          />
        </header>
        <div className="sr-queue-body" key={id}>
          {record && (
            <div className="sr-record">
              {fields && (
                <FieldSections thing={thing} record={record} folds="many" onSaved={() => void invalidate(list)} />
              )}
              {content(record, () => void refresh(record.id))}
            </div>
          )}
          {!record && answer.error && (
            <ErrorState error={answer.error} title={`${called} did not load`} onRetry={() => void answer.refetch()} />
          )}
          {!record && !answer.error && <FieldsSkeleton />}
        </div>
        <footer>
          {record?.moves
            ?.filter(({ style }) => style !== "danger")
            .map((move) => (
              <Button
                key={move.name}
                type={move.style === "primary" ? "primary" : "default"}
                disabled={sending.has(record.id) || moves.busy !== null}
                aria-keyshortcuts={move.key || undefined}
                onClick={() => void make(move)}
              >
                {move.title}
                {move.key && (
                  <kbd className="sr-kbd" aria-hidden>
                    {move.key}
                  </kbd>
                )}
              </Button>
            ))}
          {record && !record.moves?.length && <span className="sr-muted">Nothing is left to do with this one.</span>}
          <span className="sr-spacer" />
          <span className="sr-queue-keys sr-muted" aria-hidden>
            <kbd className="sr-kbd">J</kbd> next <kbd className="sr-kbd">K</kbd> back <kbd className="sr-kbd">Z</kbd>{" "}
            undo
          </span>
        </footer>
      </section>
      {moves.dialog}
    </div>
  );
}

type RowsProps = Pick<Props, "rows" | "list" | "queue" | "selection"> & {
  current: number;
  sending: ReadonlySet<number>;
  onOpen: (id: number) => void;
};

/** The rows of the queue, each with its checkbox; the open one is scrolled into view. */
function QueueRows({ rows, list, queue, selection, current, sending, onOpen }: RowsProps) {
  const { data } = useListMeta(list);
  const columns = [queue.title, ...queue.lines].flatMap(
    (name) => data?.columns.find((column) => column.name === name) ?? [],
  );
  const shown = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The call's result is discarded: some browsers return a promise, and an effect must return its cleanup.
    shown.current?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const chosen = selection ? rows.filter(selection.has).length : 0;
  return (
    <ul className="sr-queue-rows">
      {selection && rows.length > 0 && (
        <li className="sr-queue-all">
          <Checkbox
            checked={chosen === rows.length}
            indeterminate={chosen > 0 && chosen < rows.length}
            onChange={({ target }) => selection.select(rows, target.checked)}
          >
            Select the page
          </Checkbox>
        </li>
      )}
      {rows.map((row) => {
        const id = row.id as number;
        const isCurrent = id === current;
        return (
          <li key={id}>
            {selection && (
              <Checkbox
                aria-label={`Select ${String(row[queue.title] ?? "") || `record ${id}`}`}
                checked={selection.has(row)}
                onChange={({ target }) => selection.select([row], target.checked)}
              />
            )}
            <button
              type="button"
              ref={isCurrent ? shown : undefined}
              aria-current={isCurrent || undefined}
              data-sending={sending.has(id) || undefined}
              onClick={() => onOpen(id)}
            >
              {columns
                .map((column) => [column.name, controlContent(column, row)] as const)
                .filter(([, text]) => text !== null)
                .map(([name, text]) => (
                  <span key={name}>{text}</span>
                ))}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
