import { Icon, IconButton, useDialogs } from "@staffroom/ui";
import { Button, Dropdown, Input } from "antd";
import { useState, type DragEvent, type KeyboardEvent } from "react";
import { toLayer } from "../canvas/actions";
import { drawElement } from "../canvas/draw";
import { isClosed, longestName, mostLayers, type Layer } from "../layers";
import type { Stage } from "../canvas/stage";
import { ToolButton } from "../tools/toolbar";
import { useLayers } from "./use-layers";
import { useSmallPicture } from "./use-small-picture";

/**
 * The layers of a board, highest first. Here the current one is chosen, and each is hidden, locked, renamed, moved and
 * deleted.
 */
export function LayersPanel({ stage }: { stage: Stage }) {
  const { layers, active } = useLayers(stage);
  const [dragged, setDragged] = useState<string | null>(null);
  const [target, setTarget] = useState<string | null>(null);
  const [renamed, setRenamed] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const isFull = layers.length >= mostLayers;
  const move = (layer: Layer, by: 1 | -1): void => {
    const at = layers.findIndex(({ id }) => id === layer.id) + by;
    if (at < 0 || at >= layers.length) return;
    stage.document.placeLayer(layer.id, at);
    setSaid(`${layer.name} moved ${by > 0 ? "up" : "down"}`);
  };
  const dropped = (layer: Layer) => ({
    onDragOver: (event: DragEvent) => {
      if (!dragged) return;
      event.preventDefault();
      setTarget(layer.id);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged && dragged !== layer.id)
        stage.document.placeLayer(
          dragged,
          layers.findIndex(({ id }) => id === layer.id),
        );
    },
  });
  const end = (): void => {
    setDragged(null);
    setTarget(null);
  };
  return (
    <aside className="brd-panel" aria-label="Layers">
      <div className="brd-panel-head">
        <h2>Layers</h2>
        <IconButton
          icon="plus"
          label="Add a layer"
          refusal={isFull ? `A board has at most ${mostLayers} layers` : undefined}
          onClick={() => stage.layer.set(stage.document.addLayer(active.id))}
        />
      </div>
      <ol className="brd-layers">
        {layers.toReversed().map((layer) => (
          <li
            key={layer.id}
            data-active={layer.id === active.id || undefined}
            data-hidden={layer.hidden || undefined}
            data-dragged={dragged === layer.id || undefined}
            data-target={(target === layer.id && dragged !== layer.id) || undefined}
            {...dropped(layer)}
          >
            <span
              className="brd-grip"
              draggable={layers.length > 1}
              aria-hidden
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = "move";
                event.dataTransfer.setData("text/plain", layer.name);
                setDragged(layer.id);
              }}
              onDragEnd={end}
            >
              <Icon name="grip" size={14} />
            </span>
            <LayerName
              stage={stage}
              layer={layer}
              isActive={layer.id === active.id}
              isRenamed={renamed === layer.id}
              onRename={setRenamed}
              onMove={(by) => move(layer, by)}
            />
            <ToolButton
              name={layer.hidden ? "unseen" : "seen"}
              label={layer.hidden ? `Show ${layer.name}` : `Hide ${layer.name}`}
              small
              onClick={() => stage.document.setLayer(layer.id, { hidden: !layer.hidden })}
            />
            <ToolButton
              name={layer.locked ? "locked" : "unlocked"}
              label={layer.locked ? `Unlock ${layer.name}` : `Lock ${layer.name}`}
              small
              onClick={() => stage.document.setLayer(layer.id, { locked: !layer.locked })}
            />
            <More
              stage={stage}
              layer={layer}
              layers={layers}
              onRename={() => setRenamed(layer.id)}
              onMove={(by) => move(layer, by)}
            />
          </li>
        ))}
      </ol>
      <p className="brd-hint">
        Layers lie over all pages. Everybody sees them as they are shown here, and exports have what is shown.
      </p>
      <span className="sr-visually-hidden" role="status">
        {said}
      </span>
    </aside>
  );
}

type NameProps = {
  stage: Stage;
  layer: Layer;
  isActive: boolean;
  isRenamed: boolean;
  onRename: (id: string | null) => void;
  onMove: (by: 1 | -1) => void;
};

/** The name of a layer, chosen by a click and renamed by a double click or F2. */
function LayerName({ stage, layer, isActive, isRenamed, onRename, onMove }: NameProps) {
  const keep = (text: string): void => {
    const name = text.trim();
    onRename(null);
    if (name && name !== layer.name) stage.document.setLayer(layer.id, { name });
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key === "F2") onRename(layer.id);
    else if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    else onMove(event.key === "ArrowUp" ? 1 : -1);
    event.preventDefault();
    event.stopPropagation();
  };
  if (isRenamed) {
    return (
      <Input
        autoFocus
        size="small"
        aria-label={`Name of ${layer.name}`}
        defaultValue={layer.name}
        maxLength={longestName}
        onFocus={({ target }) => target.select()}
        onBlur={({ target }) => keep(target.value)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Enter") keep(event.currentTarget.value);
          else if (event.key === "Escape") onRename(null);
        }}
      />
    );
  }
  return (
    <button
      type="button"
      className="brd-layer"
      aria-pressed={isActive}
      title="Draw on this layer. Alt with an arrow moves it, F2 renames it."
      onClick={() => stage.layer.set(layer.id)}
      onDoubleClick={() => onRename(layer.id)}
      onKeyDown={keys}
    >
      <LayerPicture stage={stage} layer={layer} />
      <span>{layer.name}</span>
    </button>
  );
}

type MoreProps = {
  stage: Stage;
  layer: Layer;
  layers: readonly Layer[];
  onRename: () => void;
  onMove: (by: 1 | -1) => void;
};

function More({ stage, layer, layers, onRename, onMove }: MoreProps) {
  const dialogs = useDialogs();
  const selection = stage.selection.use();
  const at = layers.findIndex(({ id }) => id === layer.id);
  const remove = async (): Promise<void> => {
    const count = stage.document.ofLayer(layer.id).length;
    const text = `What is drawn on it goes with it, on all pages: ${count} ${count === 1 ? "element" : "elements"}. Undo brings it back.`;
    if (
      count > 0 &&
      !(await dialogs.ask({ title: `Delete the layer ${layer.name}?`, text, yes: "Delete layer", danger: true }))
    )
      return;
    stage.document.removeLayer(layer.id);
  };
  const isKept = layers.length === 1 || isClosed(layer);
  const reason = layers.length === 1 ? "A board has at least one layer" : "Show and unlock it to delete it";
  const items = [
    { key: "rename", label: "Rename", run: onRename },
    { key: "up", label: "Move up", disabled: at === layers.length - 1, run: () => onMove(1) },
    { key: "down", label: "Move down", disabled: at === 0, run: () => onMove(-1) },
    {
      key: "take",
      label: "Move the selection here",
      disabled: selection.length === 0 || isClosed(layer),
      run: () => toLayer(stage, layer.id),
    },
    {
      key: "delete",
      label: "Delete layer",
      danger: true,
      disabled: isKept,
      title: isKept ? reason : undefined,
      run: () => void remove(),
    },
  ];
  return (
    <Dropdown
      trigger={["click"]}
      menu={{
        items: items.map(({ run: _, ...item }) => item),
        onClick: ({ key }) => items.find((one) => one.key === key)?.run(),
      }}
    >
      <Button
        type="text"
        size="small"
        className="brd-tool brd-small"
        aria-label={`More for ${layer.name}`}
        icon={<Icon name="more" size={15} />}
      />
    </Dropdown>
  );
}

/** A thumbnail of the layer on the open page, drawn shortly after a change. */
function LayerPicture({ stage, layer }: { stage: Stage; layer: Layer }) {
  const canvas = useSmallPicture(stage, `${layer.id} ${stage.page.use()}`, (pen, { width, height }) => {
    const page = stage.shownPage();
    const scale = Math.min(width / page.width, height / page.height);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.fillStyle = "#ffffff";
    pen.fillRect(0, 0, width, height);
    pen.setTransform(scale, 0, 0, scale, (width - page.width * scale) / 2, (height - page.height * scale) / 2);
    const layers = stage.document.layers();
    for (const [, one] of stage.document.on(page.id))
      if (stage.document.layerOf(one, layers).id === layer.id) drawElement(pen, one, stage.pictures);
  });
  return <canvas ref={canvas} width={68} height={48} aria-hidden />;
}
