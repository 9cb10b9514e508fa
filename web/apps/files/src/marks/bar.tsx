import { Icon } from "@staffroom/ui";
import { Button, Popover } from "antd";
import { Glyph } from "../reader/glyph";
import { Tool } from "../reader/tool";
import { kinds, nameOf } from "./model";
import { StylePicker } from "./style-picker";
import type { Marks } from "./use-marks";

const keys: Partial<Record<string, string>> = { ink: "d", highlight: "h", freetext: "t", note: "n" };

/** The tool that a key takes up; undefined for other keys. */
export const toolOf = (key: string) => kinds.find((kind) => keys[kind] === key) ?? (key === "e" ? "eraser" as const : undefined);

/** The tools for marks, their style, undo, and whether all is saved. */
export function MarkBar({ marks }: { marks: Marks }) {
  const { tool, setTool, kind, style, setStyle } = marks;
  const toggle = (one: typeof tool) => setTool(tool === one ? null : one);
  return (
    <div className="fil-bar" role="toolbar" aria-label="Marks">
      {kinds.map((one) => <Tool key={one} label={nameOf(one)} keys={keys[one]} icon={<Glyph name={one === "ink" ? "pen" : one} />} on={tool === one} onClick={() => toggle(one)} />)}
      <Tool label="Eraser" keys="e" icon={<Glyph name="eraser" />} on={tool === "eraser"} onClick={() => toggle("eraser")} />
      <Popover trigger="click" placement="bottom" content={<StylePicker title={nameOf(kind)} style={style} onChange={setStyle} />}>
        <Button size="small" type="text" aria-label={`${nameOf(kind)} colour and width`} icon={<span className="fil-swatch" style={{ background: style.colour }} />}>{style.width}</Button>
      </Popover>
      <Tool label="Undo" keys="Control+z" icon={<Icon name="undo" />} disabled={!marks.canUndo} onClick={marks.undo} />
      <Tool label="Redo" keys="Control+y" icon={<Glyph name="redo" />} disabled={!marks.canRedo} onClick={marks.redo} />
      {tool !== null && <p className="fil-hint">{hintOf(tool)}</p>}
      <SaveState marks={marks} />
      {marks.releases && <Release marks={marks} />}
    </div>
  );
}

/** The next step of the hand, and the key that does without a pointer. */
function hintOf(tool: string): string {
  if (tool === "eraser") return "Rub out your own marks";
  if (tool === "note") return "Choose a place, or press Enter";
  return tool === "freetext" ? "Draw a box, or press Enter" : "Draw on the page";
}

function SaveState({ marks: { saving, send } }: { marks: Marks }) {
  return (
    <span className="fil-saving" role="status" data-saving={saving}>
      {saving === "saved" && "All marks saved"}
      {saving === "saving" && "Saving"}
      {saving === "unsaved" && <>Not saved: kept on this device and sent again <Button size="small" type="link" onClick={send}>Send now</Button></>}
    </span>
  );
}

function Release({ marks }: { marks: Marks }) {
  const mine = marks.layers.find((layer) => layer.mine);
  if (!mine) return null;
  return <Button size="small" onClick={() => void marks.release(!mine.released)}>{mine.released ? "Take my marks back" : "Release my marks"}</Button>;
}
