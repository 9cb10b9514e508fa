import { api, createStore, useApi, useListMeta, useUser } from "@staffroom/api";
import { locale } from "@staffroom/language";
import {
  Answered,
  attempt,
  formatCount,
  Icon,
  StatePanel,
  useAddress,
  useKeyHelp,
  usePage,
  useMedia,
} from "@staffroom/ui";
import { Button, Dropdown } from "antd";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useParams } from "react-router";
import { Channel, type Board, type Cursor, type LineState, type Standing } from "./channel";
import { exportBoard, keepBoard, keepPicture, putFile, type Kind } from "./keeping";
import { FormulaDialog } from "./formula-dialog";
import { boardKeys } from "./keys";
import { isClosed, refusalOf } from "./layers";
import { LayersPanel } from "./layers-panel";
import { BoardDocument } from "./model";
import { PagesStrip } from "./pages-strip";
import { People } from "./people";
import type { Stage } from "./stage";
import { Toolbar } from "./toolbar";
import { useLayers } from "./use-layers";
import { useStage, type Drawing } from "./use-stage";
import { Writing } from "./writing";
import "./style.css";

const numberIn = (address: URLSearchParams, name: string): number | null =>
  /^\d{1,15}$/.test(address.get(name) ?? "") ? Number(address.get(name)) : null;

/**
 * `/whiteboard/{mode}`: `own` and `lesson` draw, `view` shows. Without a board the first stroke makes one; a lesson
 * opens that of its event or course.
 */
export default function Screen() {
  const { mode = "own" } = useParams();
  const [address, change] = useAddress();
  const [made, setMade] = useState<number | null>(null);
  const id = numberIn(address, "board");
  const [course, event] = [numberIn(address, "course"), numberIn(address, "event")];
  const open = (board: number, isMade: boolean): void => {
    if (isMade) setMade(board);
    change(
      (before) => {
        before.set("board", String(board));
        return before;
      },
      { replace: true },
    );
  };
  if (!["own", "lesson", "view"].includes(mode))
    return (
      <StatePanel
        icon="presentation"
        title="There is no such whiteboard"
        text="Open one from the saved whiteboards."
        actions={<Link to="/whiteboards/saved">Saved whiteboards</Link>}
      />
    );
  if (!id && mode === "lesson" && (course || event))
    return <OfLesson course={course} event={event} onOpen={(board) => open(board, false)} />;
  if (!id || id === made)
    return (
      <NewBoard key="new" mode={mode} course={course} event={event} made={made} onMade={(board) => open(board, true)} />
    );
  return <SavedBoard key={id} id={id} mode={mode} />;
}

/** Opens the latest board of an event, or else of a course; a blank one where there is none. */
function OfLesson({
  course,
  event,
  onOpen,
}: {
  course: number | null;
  event: number | null;
  onOpen: (board: number) => void;
}) {
  const boards = useApi<{ id: number }[]>("/boards", {
    page: 1,
    pageSize: 10,
    ...(event ? { eventId: event } : { courseId: course }),
  });
  const first = boards.data?.[0]?.id;
  const go = useEffectEvent(onOpen);
  useEffect(() => {
    if (first) go(first);
  }, [first]);
  return (
    <Answered query={boards} panel rows={8}>
      {(rows) =>
        rows.length > 0 ? null : <NewBoard mode="lesson" course={course} event={event} made={null} onMade={onOpen} />
      }
    </Answered>
  );
}

function SavedBoard({ id, mode }: { id: number; mode: string }) {
  const query = useApi<Board>(`/board/${id}`, undefined, { staleTime: Infinity });
  const [document] = useState(() => new BoardDocument());
  useEffect(() => () => document.destroy(), [document]);
  return (
    <Answered query={query} panel rows={10}>
      {(board) => <BoardScreen board={board} document={document} mode={mode} />}
    </Answered>
  );
}

type NewProps = {
  mode: string;
  course: number | null;
  event: number | null;
  made: number | null;
  onMade: (board: number) => void;
};

/** A board that is there once something is drawn on it. */
function NewBoard({ mode, course, event, onMade }: NewProps) {
  const meta = useListMeta("/boards");
  const [document] = useState(() => new BoardDocument());
  const [board, setBoard] = useState<Board | null>(null);
  const isAsked = useRef(false);
  const make = useEffectEvent(async () => {
    if (isAsked.current) return;
    isAsked.current = true;
    const day = new Date().toLocaleDateString(locale, { day: "2-digit", month: "2-digit", year: "2-digit" });
    const done = await attempt(async () => {
      const { id } = await api.post<{ id: number }>("/board", {
        name: `Whiteboard ${day}`,
        background: "plain",
        courseId: course ?? undefined,
        eventId: event ?? undefined,
      });
      setBoard(await api.get<Board>(`/board/${id}`));
      onMade(id);
    });
    if (!done) isAsked.current = false;
  });
  useEffect(() => document.onMine(() => void make()), [document]);
  useEffect(() => () => document.destroy(), [document]);
  if (meta.data && !meta.data.add)
    return (
      <StatePanel
        icon="presentation"
        title="Staff and tutors make whiteboards"
        text="Open one that you were invited to."
        actions={<Link to="/whiteboards/saved">Saved whiteboards</Link>}
      />
    );
  return <BoardScreen board={board} document={document} mode={mode} />;
}

const noCursors = createStore<readonly Cursor[]>([]);
const noStanding = createStore<Standing | null>(null);
const notSaved = createStore<LineState>("live");

/** Joins the document with its board as long as both are there. */
function useChannel(board: Board | null, document: BoardDocument): Channel | null {
  const user = useUser();
  const [channel, setChannel] = useState<Channel | null>(null);
  const id = board?.id;
  const opened = useEffectEvent(() => (board && user ? new Channel(board, document, user.id) : null));
  useEffect(() => {
    if (!id) return undefined;
    const joined = opened();
    setChannel(joined);
    api.post(`/board/${id}/join`).catch(() => undefined);
    return () => {
      joined?.close();
      setChannel(null);
    };
  }, [id]);
  return channel;
}

type Panel = "people" | "layers";

const lines: Record<LineState, [icon: string, text: string]> = {
  loading: ["clock", "Loading"],
  live: ["check", "Saved"],
  saving: ["refresh", "Saving"],
  offline: ["offline", "Offline: your strokes wait here"],
  waiting: ["lock", "Locked: your strokes wait here"],
  gone: ["warning", "You no longer have access to this board"],
};

function BoardScreen({ board, document, mode }: { board: Board | null; document: BoardDocument; mode: string }) {
  const channel = useChannel(board, document);
  const standing = (channel?.standing ?? noStanding).use();
  const line = (channel?.state ?? notSaved).use();
  const cursors = (channel?.cursors ?? noCursors).use();
  const [base, over] = [useRef<HTMLCanvasElement>(null), useRef<HTMLCanvasElement>(null)];
  const [following, setFollowing] = useState<number | null>(null);
  const isNarrow = useMedia("(max-width: 760px)");
  const [panels, setPanels] = useState<readonly Panel[]>(mode === "lesson" && !isNarrow ? ["people"] : []);
  const toggle = (panel: Panel): void =>
    setPanels(panels.includes(panel) ? panels.filter((one) => one !== panel) : isNarrow ? [panel] : [...panels, panel]);
  const draws = mode !== "view" && line !== "gone" && (board ? (standing?.draws ?? board.draws) : true);
  const name = standing?.name ?? board?.name ?? "New whiteboard";
  const drawing = useStage(document, base, over, (stage, at, kind, draft) => {
    const { x, y, zoom } = stage.view.get();
    channel?.point({
      page: stage.shownPage().id,
      x: at.x,
      y: at.y,
      kind,
      view: [x, y, zoom],
      draft: draft.length < 20_000 ? draft : "",
    });
  });
  const count = useCount(drawing);
  usePage(name);
  useKeyHelp(boardKeys);
  useDrawn(drawing, { draws, paper: (standing?.background ?? board?.background ?? "plain") as "plain", cursors });
  useFollow(drawing, cursors, following, () => setFollowing(null));
  usePictureOf(drawing, board, draws);
  const shows = {
    people: panels.includes("people") && board && standing,
    layers: panels.includes("layers") && draws && drawing,
  };
  const reason = board && !draws && mode !== "view" ? (standing?.reason ?? board.reason) : "";
  return (
    <section
      className="brd"
      aria-label={`Whiteboard ${name}`}
      data-panels={Boolean(shows.people || shows.layers) || undefined}
    >
      <header className="brd-head">
        <h1>{name}</h1>
        {board?.course &&
          (board.runs ? (
            <Link className="brd-course" to={`/courses/${board.courseId}`}>
              {board.course}
            </Link>
          ) : (
            <span className="sr-muted">{board.course}</span>
          ))}
        <span className="brd-line" data-line={line} role="status">
          <Icon name={board ? lines[line][0] : "pencil"} size={14} /> {board ? lines[line][1] : "Kept once you draw"}
        </span>
        <span className="brd-head-tools">
          {draws && (
            <Button
              icon={<Icon name="layers" size={15} />}
              aria-pressed={panels.includes("layers")}
              onClick={() => toggle("layers")}
            >
              Layers
            </Button>
          )}
          {board && standing && (
            <Button
              icon={<Icon name="users" size={15} />}
              aria-pressed={panels.includes("people")}
              onClick={() => toggle("people")}
            >
              People
            </Button>
          )}
          {drawing && board && <Keep drawing={drawing} board={board} name={name} draws={draws} />}
          <Link to="/whiteboards/saved" className="brd-saved">
            Saved whiteboards
          </Link>
        </span>
      </header>
      {drawing && <Tools drawing={drawing} draws={draws} board={board} />}
      {reason && (
        <p className="brd-reason" role="status">
          <Icon name="lock" size={14} /> {reason}
        </p>
      )}
      {drawing && draws && <ClosedLayer stage={drawing.stage} />}
      <div className="brd-body">
        <div className="brd-surface">
          <canvas ref={base} aria-hidden />
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is drawn on, by keys too */}
          <canvas
            ref={over}
            tabIndex={0}
            role="img"
            aria-label={`Drawing surface with ${formatCount(count, "element", "elements")}; ? shows its keys`}
          />
          {drawing && <Writing stage={drawing.stage} />}
          {drawing && <FormulaDialog stage={drawing.stage} />}
        </div>
        {(shows.people || shows.layers) && (
          <div className="brd-panels">
            {drawing && shows.layers && <LayersPanel stage={drawing.stage} />}
            {board && standing && shows.people && (
              <People
                boardId={board.id}
                owner={board.owner}
                standing={standing}
                cursors={cursors}
                following={following}
                onFollow={setFollowing}
              />
            )}
          </div>
        )}
      </div>
      {drawing && <PagesStrip stage={drawing.stage} draws={draws} />}
    </section>
  );
}

/** Says why nobody draws on the layer that is chosen, and opens it again. */
function ClosedLayer({ stage }: { stage: Stage }) {
  const { active } = useLayers(stage);
  if (!isClosed(active)) return null;
  return (
    <p className="brd-reason" role="status">
      <Icon name="lock" size={14} /> {refusalOf(active)}
      <Button
        size="small"
        onClick={() => stage.document.setLayer(active.id, active.hidden ? { hidden: false } : { locked: false })}
      >
        {active.hidden ? "Show layer" : "Unlock layer"}
      </Button>
    </p>
  );
}

/** The elements of the page that is shown. */
function useCount(drawing: Drawing | null): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (!drawing) return undefined;
    const { stage } = drawing;
    const look = (): void => setCount(stage.document.shown(stage.shownPage().id).length);
    look();
    const ends = [stage.document.observe(look), stage.page.subscribe(look)];
    return () => ends.forEach((end) => end());
  }, [drawing]);
  return count;
}

/** Hands the stage what the server says. */
function useDrawn(
  drawing: Drawing | null,
  { draws, paper, cursors }: { draws: boolean; paper: "plain"; cursors: readonly Cursor[] },
): void {
  useEffect(() => {
    if (!drawing) return;
    drawing.stage.allow(draws);
  }, [drawing, draws]);
  useEffect(() => {
    if (!drawing) return;
    drawing.stage.setPaper(paper);
  }, [drawing, paper]);
  useEffect(() => drawing?.stage.showCursors(cursors), [drawing, cursors]);
}

/** Shows what another person sees; one's own move of the page ends it. */
function useFollow(
  drawing: Drawing | null,
  cursors: readonly Cursor[],
  following: number | null,
  onEnd: () => void,
): void {
  const cursor = following === null ? undefined : cursors.findLast(({ user, view }) => user === following && view);
  useEffect(() => {
    if (!drawing || !cursor?.view) return;
    const [x, y, zoom] = cursor.view;
    if (drawing.stage.page.get() !== cursor.page) drawing.stage.page.set(cursor.page);
    drawing.stage.view.set({ x, y, zoom });
  }, [drawing, cursor]);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (following === null) return undefined;
    const stop = (event: Event): void => {
      if ((event.target as HTMLElement).tagName === "CANVAS") end();
    };
    window.addEventListener("wheel", stop);
    return () => window.removeEventListener("wheel", stop);
  }, [following]);
}

/** Draws the small picture of the list again, some seconds after the last change by this person. */
function usePictureOf(drawing: Drawing | null, board: Board | null, draws: boolean): void {
  useEffect(() => {
    if (!drawing || !board || !draws) return undefined;
    let timer: ReturnType<typeof setTimeout> | 0 = 0;
    const keep = (): void => {
      timer = 0;
      void keepPicture(drawing, board.id).catch(() => undefined);
    };
    const off = drawing.stage.document.onMine(() => {
      clearTimeout(timer);
      timer = setTimeout(keep, 4000);
    });
    return () => {
      off();
      clearTimeout(timer);
      if (timer) keep();
    };
  }, [drawing, board, draws]);
}

function Tools({ drawing, draws, board }: { drawing: Drawing; draws: boolean; board: Board | null }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Toolbar stage={drawing.stage} draws={draws} onPicture={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Choose a picture or a PDF"
        accept="image/*,.pdf"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) void attempt(() => putFile(drawing, board, file));
        }}
      />
    </>
  );
}

function Keep({ drawing, board, name, draws }: { drawing: Drawing; board: Board; name: string; draws: boolean }) {
  const [busy, setBusy] = useState(false);
  const { paper } = drawing.stage;
  const run = async (work: (kind: Kind) => Promise<void>, kind: Kind): Promise<void> => {
    setBusy(true);
    await attempt(() => work(kind));
    setBusy(false);
  };
  const items = [
    { key: "export png", label: "Page as PNG" },
    { key: "export pdf", label: "All pages as PDF" },
    ...(draws
      ? [
          { type: "divider" as const },
          { key: "keep png", label: "Keep the page among the files" },
          { key: "keep pdf", label: "Keep all pages among the files" },
        ]
      : []),
  ];
  const choose = ({ key }: { key: string }): void => {
    const [what, kind] = key.split(" ") as [string, Kind];
    void run(
      what === "keep"
        ? (one) => keepBoard(drawing, board, name, one, paper)
        : (one) => exportBoard(drawing, name, one, paper),
      kind,
    );
  };
  return (
    <Dropdown trigger={["click"]} menu={{ items, onClick: choose }}>
      <Button loading={busy} icon={<Icon name="download" size={15} />}>
        Export
      </Button>
    </Dropdown>
  );
}
