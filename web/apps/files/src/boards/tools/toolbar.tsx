import { Icon, Refusable } from "@staffroom/ui";
import { Button, Dropdown, Tooltip } from "antd";
import * as actions from "../canvas/actions";
import { isClosed, refusalOf } from "../layers";
import { tools, type Stage, type Tool } from "../canvas/stage";
import { StylePicker } from "./style-picker";
import { ToolIcon } from "./tool-icons";
import { useLayers } from "../panels/use-layers";

/** The tools with their names and keys. */
export const toolNames: Record<Tool, readonly [name: string, key: string]> = {
  select: ["Select", "V"],
  hand: ["Move the page", "H"],
  pen: ["Pen", "P"],
  eraser: ["Eraser", "E"],
  text: ["Text", "T"],
  line: ["Line", "L"],
  arrow: ["Arrow", "A"],
  rectangle: ["Rectangle", "R"],
  ellipse: ["Ellipse", "O"],
  laser: ["Laser pointer", "K"],
};
const forReaders: readonly Tool[] = ["select", "hand", "laser"];

type ToolButtonProps = {
  name: Parameters<typeof ToolIcon>[0]["name"];
  label: string;
  onClick: () => void;
  pressed?: boolean;
  refusal?: string;
  small?: boolean;
};

export function ToolButton({ name, label, onClick, pressed, refusal, small }: ToolButtonProps) {
  const button = (
    <Button
      type="text"
      className={small ? "brd-tool brd-small" : "brd-tool"}
      aria-label={label}
      aria-pressed={pressed}
      icon={<ToolIcon name={name} size={small ? 16 : 18} />}
      onClick={onClick}
    />
  );
  return refusal ? (
    <Refusable refusal={refusal}>{button}</Refusable>
  ) : (
    <Tooltip title={label} placement="bottom">
      {button}
    </Tooltip>
  );
}

type Props = { stage: Stage; draws: boolean; onPicture: () => void };

/** The toolbar: tools, style, undo; the actions on the selection appear while there is one. */
export function Toolbar({ stage, draws, onPicture }: Props) {
  const tool = stage.tool.use();
  const style = stage.style.use();
  const selection = stage.selection.use();
  const refusal = refusalOf(useLayers(stage).active);
  const isText =
    tool === "text" || (tool === "select" && selection.length > 0 && stage.chosen().every(([, { k }]) => k === "text"));
  const chosen = tool === "select" ? stage.chosen() : [];
  const shown = chosen[0] ? actions.styleOf(chosen[0][1], style) : style;
  const restyle = (next: typeof style): void => {
    const changed = Object.fromEntries(
      Object.entries(next).filter(([name, value]) => shown[name as keyof typeof style] !== value),
    ) as Partial<typeof style>;
    stage.style.set({ ...style, ...changed });
    if (chosen.length === 0) return;
    stage.document.change(() => {
      for (const [id, element] of chosen) stage.document.set(id, actions.restyled(element, changed));
    });
  };
  return (
    <div className="brd-toolbar" role="toolbar" aria-label="Drawing tools">
      {tools
        .filter((one) => draws || forReaders.includes(one))
        .map((one) => (
          <ToolButton
            key={one}
            name={one}
            label={`${toolNames[one][0]} (${toolNames[one][1]})`}
            pressed={one === tool}
            onClick={() => stage.tool.set(one)}
          />
        ))}
      {draws && (
        <>
          <ToolButton name="image" label="Picture or PDF" refusal={refusal} onClick={onPicture} />
          <ToolButton
            name="formula"
            label="Formula (F)"
            refusal={refusal}
            onClick={() => stage.formula.set({ id: null })}
          />
          <i className="brd-gap" />
          <StylePicker of={isText ? "Text" : "Pen"} style={shown} onChange={restyle} />
          <i className="brd-gap" />
          <Tooltip title="Undo (Ctrl+Z)">
            <Button
              type="text"
              className="brd-tool"
              aria-label="Undo"
              icon={<Icon name="undo" />}
              onClick={() => actions.step(stage, "undo")}
            />
          </Tooltip>
          <ToolButton name="redo" label="Redo" onClick={() => actions.step(stage, "redo")} />
          {selection.length > 0 && <Chosen stage={stage} />}
        </>
      )}
    </div>
  );
}

function Chosen({ stage }: { stage: Stage }) {
  const { layers } = useLayers(stage);
  const items = [
    { key: "duplicate", label: "Duplicate", run: actions.duplicateChosen },
    { key: "front", label: "To the front", run: actions.toFront },
    { key: "back", label: "To the back", run: actions.toBack },
    { key: "group", label: "Group or ungroup", run: actions.group },
    ...(actions.chosenPicture(stage)
      ? [{ key: "background", label: "Make it the background of the page", run: actions.toBackground }]
      : []),
    ...(layers.length > 1
      ? layers.toReversed().map((layer) => ({
          key: layer.id,
          label: `To the layer ${layer.name}`,
          disabled: isClosed(layer),
          run: () => actions.toLayer(stage, layer.id),
        }))
      : []),
  ];
  return (
    <>
      <i className="brd-gap" />
      <Dropdown
        trigger={["click"]}
        menu={{
          items: items.map(({ run: _, ...item }) => item),
          onClick: ({ key }) => items.find((one) => one.key === key)?.run(stage),
        }}
      >
        <Button type="text" className="brd-tool" aria-label="Actions on the selection" icon={<Icon name="more" />} />
      </Dropdown>
      <Tooltip title="Delete (Del)">
        <Button
          type="text"
          className="brd-tool"
          aria-label="Delete the selection"
          icon={<Icon name="trash" />}
          onClick={() => actions.removeChosen(stage)}
        />
      </Tooltip>
    </>
  );
}
