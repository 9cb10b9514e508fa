import { plural } from "@staffroom/ui";
import { boxOf, boxOn, headOf, pointsOf, wrapped, type Geometry } from "./geometry";
import { drawnOf, hasWords, type Drawn, type Mark } from "./model";
import { unseenPoints } from "./points";
import type { Marks } from "./use-marks";
import { usePen } from "./use-pen";

type Props = {
  marks: Marks;
  /** From 0. */
  page: number;
  geometry: Geometry;
  onWrite: (mark: Drawn) => void;
  /** Opens the text of a note. */
  onOpen?: (mark: Mark) => void;
};

/** The marks over a page, in PDF points, and the drawing input. */
export function MarkLayer({ marks, page, geometry, onWrite, onOpen }: Props) {
  const { stroke, hand } = usePen({ marks, page, geometry, onWrite });
  const { tool, kind, style } = marks;
  const shown = marks.layers
    .filter((layer) => !marks.hidden.includes(layer.id))
    .map((layer) => ({ ...layer, marks: layer.marks.filter((mark) => mark.page === page) }));
  const count = shown.reduce((sum, layer) => sum + layer.marks.length, 0);
  return (
    <svg
      className="fil-marks"
      viewBox={`0 0 ${geometry.width} ${geometry.height}`}
      data-tool={tool ?? undefined}
      aria-label={`${plural(count, "mark")} on page ${page + 1}`}
      role="img"
      {...(tool ? hand : {})}
    >
      <g transform={`matrix(${geometry.transform.join(" ")})`}>
        {shown.flatMap((layer) =>
          layer.marks
            .filter((mark) => !hasWords(mark.kind))
            .map((mark) => <Shape key={mark.id} mark={drawnOf(mark)} />),
        )}
        {stroke && tool && tool !== "eraser" && tool !== "stamp" && (
          <Shape mark={{ page, kind, points: [stroke], colour: style.colour, width: style.width, contents: "" }} />
        )}
      </g>
      {shown.flatMap((layer) =>
        layer.marks
          .filter((mark) => mark.kind === "freetext")
          .map((mark) => <Text key={mark.id} mark={mark} geometry={geometry} />),
      )}
      {shown.flatMap((layer) =>
        layer.marks
          .filter((mark) => mark.kind !== "freetext" && unseenPoints(mark))
          .map((mark) => <Points key={mark.id} mark={mark} geometry={geometry} />),
      )}
      {shown.flatMap((layer) =>
        layer.marks
          .filter((mark) => mark.kind === "note" && !mark.repliesTo)
          .map((mark) => (
            <Note
              key={mark.id}
              mark={mark}
              author={layer.authorName}
              geometry={geometry}
              onOpen={tool ? undefined : onOpen}
            />
          )),
      )}
    </svg>
  );
}

function Shape({ mark: { kind, points, colour, width } }: { mark: Drawn }) {
  const line = {
    fill: "none",
    stroke: colour,
    strokeWidth: Math.max(0.3, width),
    strokeLinecap: "round",
    strokeLinejoin: "round",
  } as const;
  const strokes = points.map((stroke, at) => ({ stroke, name: `stroke ${at}` }));
  return (
    <g data-kind={kind}>
      {strokes.map(({ stroke, name }) => (
        <Stroke key={name} kind={kind} stroke={stroke} line={line} width={width} colour={colour} />
      ))}
    </g>
  );
}

type StrokeProps = { kind: string; stroke: number[]; line: object; width: number; colour: string };

function Stroke({ kind, stroke, line, width, colour }: StrokeProps) {
  switch (kind) {
    case "highlight":
      return <rect {...boxOf(stroke)} fill={colour} fillOpacity={0.35} />;
    case "square":
      return <rect {...boxOf(stroke)} {...line} />;
    case "freetext":
      return <rect {...boxOf(stroke)} {...line} strokeWidth={0.5} />;
    case "arrow":
      return (
        <>
          <polyline points={pointsOf(stroke)} {...line} />
          <polyline points={headOf(stroke, width)} {...line} />
        </>
      );
    default:
      return <polyline points={pointsOf(stroke)} {...line} />;
  }
}

/** A text, upright at any rotation of the page. */
function Text({ mark, geometry }: { mark: Mark; geometry: Geometry }) {
  const { points, colour, contents } = mark;
  const box = boxOn(geometry, points[0] ?? [0, 0]);
  const lines = wrapped(`${contents} ${unseenPoints(mark)}`.trimEnd(), box.width);
  return (
    <text data-kind="freetext" x={box.x} y={box.y} fill={colour} fontSize={12}>
      {lines
        .map((line, at) => ({ line, name: `${at} ${line}` }))
        .map(({ line, name }) => (
          <tspan key={name} x={box.x} dy={14}>
            {line}
          </tspan>
        ))}
    </text>
  );
}

/** The points of a mark, to the right of it, as in the marked copy. */
function Points({ mark, geometry }: { mark: Mark; geometry: Geometry }) {
  const { x, y, width, height } = boxOn(geometry, mark.points[0] ?? [0, 0]);
  const side = mark.kind === "note" ? 9 : width;
  return (
    <text
      data-kind="points"
      x={Math.min(x + side + 3, geometry.width - 28)}
      y={y + height / 2 + 4}
      fill={mark.colour}
      fontSize={12}
      fontWeight={700}
    >
      {unseenPoints(mark)}
    </text>
  );
}

type NoteProps = {
  mark: Mark;
  author: string;
  geometry: Geometry;
  onOpen?: (mark: Mark) => void;
};

/** A note; its text is in the panel. */
function Note({ mark, author, geometry, onOpen }: NoteProps) {
  const { x, y } = boxOn(geometry, mark.points[0] ?? [0, 0]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the panel of marks has it for keys
    <g data-kind="note" className={onOpen && "fil-note"} onClick={onOpen && (() => onOpen(mark))}>
      <title>{`${author}: ${mark.contents}`}</title>
      <rect x={x - 9} y={y - 9} width={18} height={18} rx={3} fill={mark.colour} />
      <path d={`M${x - 5} ${y - 3}h10M${x - 5} ${y + 2}h7`} stroke="#fff" strokeWidth="1.5" />
    </g>
  );
}
