import { Icon } from "@staffroom/ui";
import { Button, Popover } from "antd";
import { useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Glyph } from "../reader/glyph";
import { Tool } from "../reader/tool";
import { kinds, nameOf } from "./model";
import { StampBank } from "./stamp-bank";
import { StylePicker } from "./style-picker";
import type { Marks } from "./use-marks";

const keys: Partial<Record<string, string>> = { ink: "d", highlight: "h", freetext: "t", note: "n" };

/** Returns the tool for a key; undefined for other keys. */
export const toolOf = (key: string) =>
  kinds.find((kind) => keys[kind] === key) ?? (key === "e" ? ("eraser" as const) : undefined);

/** The marking tools, their style, undo, and whether all is saved. */
export function MarkBar({ marks }: { marks: Marks }) {
  const { tool, setTool, kind, style, setStyle } = marks;
  const [open, setOpen] = useState<string | null>(null);
  const flap = (name: string) => ({ open: open === name, onOpen: (isOpen: boolean) => setOpen(isOpen ? name : null) });
  const toggle = (one: typeof tool) => setTool(tool === one ? null : one);
  return (
    <div className="fil-bar" role="toolbar" aria-label="Marks">
      {kinds.map((one) => (
        <Tool
          key={one}
          label={nameOf(one)}
          keys={keys[one]}
          icon={<Glyph name={one === "ink" ? "pen" : one} />}
          on={tool === one}
          onClick={() => toggle(one)}
        />
      ))}
      <Tool
        label="Eraser"
        keys="e"
        icon={<Glyph name="eraser" />}
        on={tool === "eraser"}
        onClick={() => toggle("eraser")}
      />
      {marks.releases && (
        <Flap
          {...flap("stamps")}
          content={
            <StampBank
              onChoose={(stamp) => {
                marks.takeStamp(stamp);
                setOpen(null);
              }}
            />
          }
        >
          <Button
            size="small"
            type={tool === "stamp" ? "primary" : "text"}
            aria-label="Stamps and comments"
            title="Stamps and comments"
            icon={<Glyph name="stamp" />}
          />
        </Flap>
      )}
      <Flap {...flap("style")} content={<StylePicker title={nameOf(kind)} style={style} onChange={setStyle} />}>
        <Button
          size="small"
          type="text"
          aria-label={`${nameOf(kind)} colour and width ${style.width}`}
          icon={<span className="fil-swatch" style={{ background: style.colour }} />}
        >
          {style.width}
        </Button>
      </Flap>
      <Tool label="Undo" keys="Control+z" icon={<Icon name="undo" />} disabled={!marks.canUndo} onClick={marks.undo} />
      <Tool label="Redo" keys="Control+y" icon={<Glyph name="redo" />} disabled={!marks.canRedo} onClick={marks.redo} />
      {tool !== null && <p className="fil-hint">{hintOf(tool)}</p>}
      <SaveState marks={marks} />
      {marks.releases && <Release marks={marks} />}
    </div>
  );
}

type FlapProps = { open: boolean; onOpen: (open: boolean) => void; content: ReactNode; children: ReactNode };

/** A button with a panel below it; Escape closes it and returns to the button. */
function Flap({ open, onOpen, content, children }: FlapProps) {
  const button = useRef<HTMLSpanElement>(null);
  const press = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key !== "Escape") return;
    onOpen(false);
    button.current?.querySelector("button")?.focus();
  };
  return (
    <Popover
      open={open}
      onOpenChange={onOpen}
      trigger="click"
      placement="bottom"
      destroyOnHidden
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of what is inside
      content={<div onKeyDown={press}>{content}</div>}
    >
      <span ref={button}>{children}</span>
    </Popover>
  );
}

/** The hint for the current tool, and the key that works without a pointer. */
function hintOf(tool: string): string {
  if (tool === "eraser") return "Rub out your own marks";
  if (tool === "stamp") return "Choose a place, or press Enter";
  if (tool === "note") return "Choose a place, or press Enter";
  return tool === "freetext" ? "Draw a box, or press Enter" : "Draw on the page";
}

function SaveState({ marks: { saving, send } }: { marks: Marks }) {
  return (
    <span className="fil-saving" role="status" data-saving={saving}>
      {saving === "saved" && "All marks saved"}
      {saving === "saving" && "Saving"}
      {saving === "unsaved" && (
        <>
          Not saved: kept on this device and sent again{" "}
          <Button size="small" type="link" onClick={send}>
            Send now
          </Button>
        </>
      )}
    </span>
  );
}

function Release({ marks }: { marks: Marks }) {
  const mine = marks.layers.find((layer) => layer.mine);
  if (!mine) return null;
  return (
    <Button size="small" onClick={() => void marks.release(!mine.released)}>
      {mine.released ? "Take my marks back" : "Release my marks"}
    </Button>
  );
}
