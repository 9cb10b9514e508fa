import { api, invalidate, useApi, useListPages } from "@staffroom/api";
import type { Figures, ListViews, Option, RecordData, Row, ViewShown } from "@staffroom/contract";
import { controlContent, rowName, totalLabel } from "@staffroom/list";
import { attempt, colorOf, ErrorState, Icon, LoadingState, StatePanel, toast } from "@staffroom/ui";
import { useMoves } from "@staffroom/workflow";
import { Button, Dropdown } from "antd";
import { memo, useCallback, useMemo, useRef, useState, type DragEvent, type KeyboardEvent } from "react";
import { plainHref, usePlainLinks } from "../schedule/plain-links";
import { most, partNote } from "../schedule/spans";

type Props = ViewShown & { thing: string };
type Lanes = NonNullable<ListViews["board"]>;

/** Number of cards of a lane at first, and per click. */
const sizes = [50, 250, most];

const movesOf = (row: Row) => (row.moves ?? []) as string[];
/** Returns the lanes to which a row's moves lead. */
const reachable = (board: Lanes, row: Row) => new Set(movesOf(row).flatMap((move) => board.leads[move] ?? []));

/** Moves the focus to the next card of a lane, or to the card at the same height in the next lane. */
function walk(event: KeyboardEvent): void {
  const card = (event.target as HTMLElement).closest<HTMLElement>(".sr-board-card");
  const lane = card?.closest("[data-lane]");
  if (!card || !lane) return;
  const cards = (of: Element | null | undefined) => [...(of?.querySelectorAll<HTMLElement>(".sr-board-card a") ?? [])];
  const place = cards(lane).findIndex((one) => card.contains(one));
  const lanes = [...document.querySelectorAll("[data-lane]")];
  const cardBeside = (by: number) => {
    for (let at = lanes.indexOf(lane) + by; lanes[at]; at += by) {
      const laneCards = cards(lanes[at]);
      if (laneCards.length) return laneCards[Math.min(place, laneCards.length - 1)];
    }
    return undefined;
  };
  const steps: Readonly<Record<string, () => HTMLElement | undefined>> = {
    ArrowDown: () => cards(lane)[place + 1],
    ArrowUp: () => cards(lane)[place - 1],
    ArrowRight: () => cardBeside(1),
    ArrowLeft: () => cardBeside(-1),
  };
  const next = steps[event.key]?.();
  if (next) {
    event.preventDefault();
    next.focus();
  } else if (event.key.toLowerCase() === "m") card.querySelector<HTMLElement>(".sr-board-moves")?.click();
}

/**
 * A list as a board: a lane for each state, a card for each row. Dragging a card to a lane makes the move that leads
 * there. M opens the moves of the focused card; the arrows move through cards and lanes.
 */
export default function Board({ meta, path, query, thing, addressOf }: Props) {
  const board = meta.views?.board as Lanes;
  const [size, setSize] = useState<Readonly<Record<string, number>>>({});
  const [dragged, setDragged] = useState<Row | null>(null);
  const [sending, setSending] = useState(0);
  const rest = useMemo(
    () => Object.fromEntries(Object.entries(query).filter(([name]) => name !== board.by)),
    [query, board.by],
  );
  const pages = useListPages(
    board.lanes.map(({ value }) => ({
      path,
      query: { ...rest, [board.by]: String(value), page: 1, pageSize: size[String(value)] ?? sizes[0] },
    })),
  );
  const sums = useSums(path, board, rest);
  const moves = useMoves(() => void invalidate(path));
  const { start } = moves;
  const make = useCallback(
    async (row: Row, names: readonly string[]) => {
      setSending(row.id as number);
      await attempt(async () => {
        // The question before a move, and the values it needs, may depend on the record.
        const record = await api.get<RecordData>(`${thing}/${String(row.id)}`);
        const move = record.moves?.find(({ name }) => names.includes(name));
        if (move) await start(move);
        else {
          toast.refusal("Somebody has changed it since", "Not moved");
          await invalidate(path);
        }
      });
      setSending(0);
    },
    [path, thing, start],
  );
  const drop = (lane: string) => {
    if (dragged)
      void make(
        dragged,
        movesOf(dragged).filter((move) => board.leads[move]?.includes(lane)),
      );
    setDragged(null);
  };
  const box = useRef<HTMLDivElement>(null);
  usePlainLinks(box);
  const open = dragged && reachable(board, dragged);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrows walk through its links, which Tab reaches too
    <div ref={box} className="sr-board" onKeyDown={walk}>
      {board.lanes.map((lane, place) => {
        const value = String(lane.value);
        const page = pages[place];
        const isOpen = open?.has(value) ?? false;
        const cards = page?.data?.data.length ?? 0;
        const note = page?.data && partNote(cards, page.data.total, page.data.totalIsExact);
        return (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- as with its cards
          <section
            key={value}
            className="sr-board-lane"
            data-lane={value}
            data-drop={open ? (isOpen ? "yes" : "no") : undefined}
            aria-label={`${lane.label}, ${page?.data?.total ?? 0}`}
            onDragOver={(event) => isOpen && event.preventDefault()}
            onDrop={(event: DragEvent) => {
              event.preventDefault();
              if (isOpen) drop(value);
            }}
          >
            <header>
              <i style={{ background: colorOf(lane.color) }} />
              <h2>{lane.label}</h2>
              <span className="sr-muted sr-num">
                {page?.data && totalLabel(page.data.total, page.data.totalIsExact)}
                {sums.has(value) && <> · {lineOf(meta, board.sum, sums.get(value))}</>}
              </span>
            </header>
            {page?.error && !page.data && <ErrorState compact error={page.error} onRetry={() => void page.refetch()} />}
            {page?.isPending && <LoadingState rows={3} />}
            <ul>
              {page?.data?.data.map((row) => (
                <Card
                  key={row.id as number}
                  row={row}
                  meta={meta}
                  address={addressOf?.(row)}
                  busy={sending === row.id}
                  onDrag={setDragged}
                  onMove={make}
                />
              ))}
            </ul>
            {page?.data?.total === 0 && <StatePanel compact title={open && isOpen ? "Drop it here" : "Nothing here"} />}
            {note &&
              (cards >= most ? (
                <p className="sr-board-note sr-muted">{note}</p>
              ) : (
                <Button
                  type="link"
                  size="small"
                  loading={page?.isFetching}
                  onClick={() => setSize({ ...size, [value]: sizes.find((one) => one > (size[value] ?? 50)) ?? most })}
                >
                  Show more
                </Button>
              ))}
          </section>
        );
      })}
      {moves.dialog}
    </div>
  );
}

/** Loads the sum of each lane by its value, if the service declares one. */
function useSums(path: string, board: Lanes, query: Record<string, string>): ReadonlyMap<string, number> {
  const { sort: _sort, ...filters } = query;
  const figures = useApi<Figures>(
    `${path}/figures`,
    { by: board.by, sum: board.sum, ...filters },
    { enabled: !!board.sum, staysUntilNext: true },
  ).data;
  return useMemo(
    () => new Map(figures?.groups.map(({ keys, values }) => [String(keys[0]), Number(values[1])])),
    [figures],
  );
}

/** Draws a value as its column does. */
function lineOf(meta: ViewShown["meta"], name: string, value: unknown) {
  const column = meta.columns.find((one) => one.name === name);
  return column && controlContent(column, { id: 0, [name]: value });
}

type CardProps = {
  row: Row;
  meta: ViewShown["meta"];
  address: string | null | undefined;
  busy: boolean;
  onDrag: (row: Row | null) => void;
  onMove: (row: Row, names: readonly string[]) => void;
};

const Card = memo(function Card({ row, meta, address, busy, onDrag, onMove }: CardProps) {
  const board = meta.views?.board as Lanes;
  const column = (name: string) => meta.columns.find((one) => one.name === name);
  const title = column(board.title);
  const possible = movesOf(row).filter((move) => board.leads[move]?.length);
  const name = (title && controlContent(title, row)) || rowName(meta.columns, row, meta.rowKey);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is the way of the mouse; its menu has the same moves
    <li
      className="sr-board-card"
      draggable={possible.length > 0}
      data-busy={busy || undefined}
      onDragStart={() => onDrag(row)}
      onDragEnd={() => onDrag(null)}
    >
      <a href={plainHref(address ?? "")} draggable={false}>
        {name}
      </a>
      {board.lines.map((name) => {
        const line = column(name);
        const content = line && controlContent(line, row);
        return content ? (
          <span key={name} className="sr-muted" title={line.title}>
            {content}
          </span>
        ) : null;
      })}
      {possible.length > 0 && (
        <MovesOf
          row={row}
          name={rowName(meta.columns, row, meta.rowKey)}
          moves={possible}
          board={board}
          onMove={onMove}
        />
      )}
    </li>
  );
});

type MovesProps = Pick<CardProps, "row" | "onMove"> & { name: string; moves: readonly string[]; board: Lanes };

/** The button of a card's moves; its menu is built on first use, since a board has thousands of cards. */
function MovesOf(props: MovesProps) {
  const [asked, setAsked] = useState(false);
  if (asked) return <MovesMenu {...props} />;
  return (
    <button
      type="button"
      className="sr-board-moves"
      aria-label={`Moves of ${props.name}`}
      aria-haspopup="menu"
      aria-keyshortcuts="M"
      onClick={() => setAsked(true)}
    >
      <Icon name="more" size={14} />
    </button>
  );
}

/** The moves of a card as a menu, each with the lane that it leads to. */
function MovesMenu({ row, name, moves, board, onMove }: MovesProps) {
  const [open, setOpen] = useState(true);
  const labels = new Map(board.lanes.map((lane: Option) => [String(lane.value), lane.label]));
  const items = moves.map((move) => ({
    key: move,
    label: `Move to ${(board.leads[move] ?? []).map((lane) => labels.get(lane) ?? lane).join(" or ")}`,
  }));
  return (
    <Dropdown
      trigger={["click"]}
      open={open}
      onOpenChange={setOpen}
      autoFocus
      menu={{ items, onClick: ({ key }) => onMove(row, [key]) }}
    >
      <button
        type="button"
        className="sr-board-moves"
        aria-label={`Moves of ${name}`}
        aria-haspopup="menu"
        aria-keyshortcuts="M"
      >
        <Icon name="more" size={14} />
      </button>
    </Dropdown>
  );
}
