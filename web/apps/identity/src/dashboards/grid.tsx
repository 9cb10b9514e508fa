import { useEffect, useRef, useState, type ReactNode } from "react";
import { GridLayout } from "react-grid-layout";
import "react-grid-layout/css/styles.css";
import { columns, placed, stepOf, type Placed } from "./layout";
import type { Tile } from "./types";

const rowHeight = 56;
const gap = 12;

type EditGridProps = {
  tiles: readonly Tile[];
  onPlace: (tiles: readonly Placed[]) => void;
  draw: (tile: Tile) => ReactNode;
};

/**
 * The tiles on a grid on which they are dragged and resized, by pointer and by keys. It is loaded when somebody edits a
 * dashboard.
 */
export default function EditGrid({ tiles, onPlace, draw }: EditGridProps) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [said, setSaid] = useState("");
  useEffect(() => {
    const place = box.current;
    if (!place) return undefined;
    const sized = new ResizeObserver(() => setWidth(place.clientWidth));
    sized.observe(place);
    return () => sized.disconnect();
  }, []);

  const press = (event: React.KeyboardEvent, tile: Tile) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.altKey || event.metaKey) return;
    // Down passes the tile below: less would be closed again.
    const below = Math.max(
      1,
      ...tiles
        .filter(({ id, y, x, w }) => id !== tile.id && y === tile.y + tile.h && x < tile.x + tile.w && tile.x < x + w)
        .map(({ h }) => h),
    );
    const step = stepOf(event.key, event.shiftKey, tile, below);
    if (!step) return;
    event.preventDefault();
    const now = placed(tiles, tile.id, step);
    const place = now.find(({ id }) => id === tile.id);
    if (place) setSaid(`${tile.title}: column ${place.x + 1}, row ${place.y + 1}, ${place.w} wide, ${place.h} high`);
    onPlace(now);
  };

  return (
    <div className="id-grid" ref={box}>
      <p className="sr-visually-hidden" aria-live="polite">
        {said}
      </p>
      {width > 0 && (
        <GridLayout
          width={width}
          layout={tiles.map(({ id, x, y, w, h }) => ({ i: String(id), x, y, w, h }))}
          gridConfig={{ cols: columns, rowHeight, margin: [gap, gap], containerPadding: [0, 0] }}
          dragConfig={{ enabled: true, handle: ".id-tile header", cancel: "button, a" }}
          resizeConfig={{ enabled: true, handles: ["se"] }}
          onDragStop={(layout) => onPlace(layout.map(({ i, x, y, w, h }) => ({ id: Number(i), x, y, w, h })))}
          onResizeStop={(layout) => onPlace(layout.map(({ i, x, y, w, h }) => ({ id: Number(i), x, y, w, h })))}
        >
          {tiles.map((tile) => (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move the tile that has the focus
            <div
              key={String(tile.id)}
              role="group"
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move the tile that has the focus
              tabIndex={0}
              aria-label={`${tile.title}, tile. Arrow keys move it, with Shift they resize it.`}
              className="id-grid-item"
              onKeyDown={(event) => press(event, tile)}
            >
              {draw(tile)}
            </div>
          ))}
        </GridLayout>
      )}
    </div>
  );
}
