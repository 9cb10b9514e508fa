import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { isSheet, type Corners, type Point } from "./homography";
import { useObjectUrl } from "../parts/use-object-url";

const names = ["Top left corner", "Top right corner", "Bottom right corner", "Bottom left corner"] as const;
const step = 0.01;
const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const within = (part: number): number => Math.min(1, Math.max(0, part));
const percent = (part: number): string => `${Math.round(part * 100)}%`;

type Props = { photo: Blob; name: string; corners: Corners; onChange: (corners: Corners) => void };

/** The photo with a handle on each corner of the sheet; a handle is dragged, or moved by the arrow keys. */
export function CornerEditor({ photo, name, corners, onChange }: Props) {
  const address = useObjectUrl(photo);
  const box = useRef<HTMLDivElement>(null);
  const hint = useId();
  const [dragged, setDragged] = useState<{ at: number; corners: Corners } | null>(null);
  useEffect(() => setDragged(null), [photo]);
  const shown = dragged?.corners ?? corners;
  const withCorner = (at: number, place: Point): Corners =>
    shown.map((corner, one) => (one === at ? [within(place[0]), within(place[1])] : corner)) as unknown as Corners;

  const drag = (event: PointerEvent, at: number) => {
    if (dragged?.at !== at || !box.current) return;
    const { left, top, width, height } = box.current.getBoundingClientRect();
    const next = withCorner(at, [(event.clientX - left) / width, (event.clientY - top) / height]);
    if (isSheet(next)) setDragged({ at, corners: next });
  };
  const drop = () => {
    if (!dragged) return;
    setDragged(null);
    onChange(dragged.corners);
  };
  const press = (event: KeyboardEvent, at: number) => {
    const arrow = arrows[event.key];
    if (!arrow) return;
    event.preventDefault();
    event.stopPropagation();
    const by = step * (event.shiftKey ? 5 : 1);
    const [x, y] = corners[at as 0];
    const next = withCorner(at, [x + arrow[0] * by, y + arrow[1] * by]);
    if (isSheet(next)) onChange(next);
  };
  return (
    <>
      <div className="fil-corners">
        <div ref={box}>
          {address && <img src={address} alt={`${name}, as it was taken`} draggable={false} />}
          <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
            <path fillRule="evenodd" d={`M0 0H1V1H0Z M${shown.map((corner) => corner.join(" ")).join(" L")}Z`} />
          </svg>
          {shown.map(([x, y], at) => (
            <button
              key={names[at]}
              type="button"
              aria-label={`${names[at]}: ${percent(x)} across, ${percent(y)} down`}
              aria-describedby={hint}
              style={{ left: percent(x), top: percent(y) }}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                setDragged({ at, corners });
              }}
              onPointerMove={(event) => drag(event, at)}
              onPointerUp={drop}
              onPointerCancel={() => setDragged(null)}
              onKeyDown={(event) => press(event, at)}
            />
          ))}
        </div>
      </div>
      <p id={hint} className="sr-muted">
        Drag each corner to the corner of the sheet, or move it by the arrow keys.
      </p>
    </>
  );
}
