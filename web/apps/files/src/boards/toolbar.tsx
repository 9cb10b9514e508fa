import { Icon } from "@staffroom/ui";
import { Button, Dropdown, Tooltip } from "antd";
import * as actions from "./actions";
import type { Element } from "./model";
import { tools, type Stage, type Tool } from "./stage";
import { StylePicker } from "./style-picker";
import { ToolIcon } from "./tool-icons";

/** The tools with their names and keys. */
export const toolNames: Record<Tool, readonly [name: string, key: string]> = {
  select: ["Select", "V"], hand: ["Move the page", "H"], pen: ["Pen", "P"], eraser: ["Eraser", "E"], text: ["Text", "T"], line: ["Line", "L"], arrow: ["Arrow", "A"],
  rectangle: ["Rectangle", "R"], ellipse: ["Ellipse", "O"], laser: ["Laser pointer", "K"],
};
const forReaders: readonly Tool[] = ["select", "hand", "laser"];

export function ToolButton({ name, label, onClick, pressed, disabled }: {
  name: Parameters<typeof ToolIcon>[0]["name"]; label: string; onClick: () => void; pressed?: boolean; disabled?: boolean;
}) {
  return (
    <Tooltip title={label} placement="bottom">
      <Button type="text" className="brd-tool" aria-label={label} aria-pressed={pressed} disabled={disabled} icon={<ToolIcon name={name} />} onClick={onClick} />
    </Tooltip>
  );
}

type Props = { stage: Stage; draws: boolean; onPicture: () => void };

/** One quiet row: tools, style, undo; the actions on what is chosen stand beside them while something is. */
export function Toolbar({ stage, draws, onPicture }: Props) {
  const tool = stage.tool.use();
  const style = stage.style.use();
  const selection = stage.selection.use();
  const isText = tool === "text" || (tool === "select" && selection.length > 0 && stage.chosen().every(([, { k }]) => k === "text"));
  const restyle = (next: typeof style): void => {
    stage.style.set(next);
    if (tool !== "select" || selection.length === 0) return;
    const { c, w, ox, oy, u, b, f, s } = next;
    stage.document.change(() => {
      for (const [id, element] of stage.chosen()) {
        const own = element.k === "stroke" ? { b } : element.k === "text" ? { f, s } : {};
        stage.document.set(id, { ...element, c, w, ox, oy, u, ...own } as Element);
      }
    });
  };
  return (
    <div className="brd-toolbar" role="toolbar" aria-label="Drawing tools">
      {tools.filter((one) => draws || forReaders.includes(one)).map((one) => (
        <ToolButton key={one} name={one} label={`${toolNames[one][0]} (${toolNames[one][1]})`} pressed={one === tool} onClick={() => stage.tool.set(one)} />
      ))}
      {draws && (
        <>
          <ToolButton name="image" label="Picture or PDF" onClick={onPicture} />
          <ToolButton name="formula" label="Formula (F)" onClick={() => stage.formula.set({ id: null })} />
          <i className="brd-gap" />
          <StylePicker of={isText ? "Text" : "Pen"} style={style} onChange={restyle} />
          <i className="brd-gap" />
          <Tooltip title="Undo (Ctrl+Z)"><Button type="text" className="brd-tool" aria-label="Undo" icon={<Icon name="undo" />} onClick={() => stage.document.undo.undo()} /></Tooltip>
          <ToolButton name="redo" label="Redo" onClick={() => stage.document.undo.redo()} />
          {selection.length > 0 && <Chosen stage={stage} />}
        </>
      )}
    </div>
  );
}

function Chosen({ stage }: { stage: Stage }) {
  const items = [
    { key: "duplicate", label: "Duplicate", run: actions.duplicateChosen },
    { key: "front", label: "To the front", run: actions.toFront },
    { key: "back", label: "To the back", run: actions.toBack },
    { key: "group", label: "Group, or take apart", run: actions.group },
  ];
  return (
    <>
      <i className="brd-gap" />
      <Dropdown trigger={["click"]} menu={{ items: items.map(({ key, label }) => ({ key, label })), onClick: ({ key }) => items.find((one) => one.key === key)?.run(stage) }}>
        <Button type="text" className="brd-tool" aria-label="Actions on what is chosen" icon={<Icon name="more" />} />
      </Dropdown>
      <Tooltip title="Delete (Del)"><Button type="text" className="brd-tool" aria-label="Delete what is chosen" icon={<Icon name="trash" />} onClick={() => actions.removeChosen(stage)} /></Tooltip>
    </>
  );
}
