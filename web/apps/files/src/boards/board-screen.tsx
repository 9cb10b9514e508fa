import { createStore } from "@staffroom/api";
import { attempt, formatCount, Icon, useKeyHelp, useMedia, usePage } from "@staffroom/ui";
import { Button } from "antd";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { type Board, type Cursor, type LineState, type Standing } from "./channel";
import type { Stage } from "./canvas/stage";
import { useStage, type Drawing } from "./canvas/use-stage";
import { putFile } from "./keeping";
import { isClosed, refusalOf } from "./layers";
import type { BoardDocument } from "./model";
import { LayersPanel } from "./panels/layers-panel";
import { PagesStrip } from "./panels/pages-strip";
import { People } from "./panels/people";
import { useLayers } from "./panels/use-layers";
import { ExportMenu } from "./tools/export-menu";
import { FormulaDialog } from "./tools/formula-dialog";
import { boardKeys } from "./tools/keys";
import { Toolbar } from "./tools/toolbar";
import { useChannel } from "./use-channel";
import { useCount, useDrawn, useFollow, usePictureOf } from "./use-drawing";
import { Writing } from "./writing";
import "./style.css";

const noCursors = createStore<readonly Cursor[]>([]);
const noStanding = createStore<Standing | null>(null);
const notSaved = createStore<LineState>("live");

type Panel = "people" | "layers";

const lines: Record<LineState, [icon: string, text: string]> = {
  loading: ["clock", "Loading"],
  live: ["check", "Saved"],
  saving: ["refresh", "Saving"],
  offline: ["offline", "Offline: your strokes wait here"],
  waiting: ["lock", "Locked: your strokes wait here"],
  gone: ["warning", "You no longer have access to this board"],
};

/** A board with its tools, panels and pages; `board` is null until the first stroke creates one. */
export function BoardScreen({ board, document, mode }: { board: Board | null; document: BoardDocument; mode: string }) {
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
          <Icon name={board ? lines[line][0] : "pencil"} size={14} /> {board ? lines[line][1] : "Saved once you draw"}
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
          {drawing && board && <ExportMenu drawing={drawing} board={board} name={name} draws={draws} />}
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

/** Says why nobody can draw on the chosen layer, and unlocks it. */
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
