import { t } from "@staffroom/language";
import { Button, Popover, Select } from "antd";
import { useEffect, useId, useRef } from "react";
import { drawStroke } from "../canvas/brushes";
import { brushes, fonts, most, type Brush, type Style } from "../model";
import { ToolIcon } from "./tool-icons";
import { Range } from "../../parts/range";

const palette = [
  ["Ink", "32,38,46"],
  ["Grey", "112,120,130"],
  ["White", "255,255,255"],
  ["Red", "179,49,44"],
  ["Orange", "214,120,20"],
  ["Yellow", "240,200,40"],
  ["Green", "44,122,75"],
  ["Teal", "15,90,99"],
  ["Blue", "43,92,158"],
  ["Violet", "106,76,147"],
  ["Pink", "200,70,130"],
  ["Brown", "122,90,58"],
] as const;
const brushNames: Record<Brush, string> = {
  pencil: "Pencil",
  circle: "Circle",
  pattern: "Pattern",
  hline: "Horizontal lines",
  vline: "Vertical lines",
  square: "Square",
  diamond: "Diamond",
};

/** Parses red, green, blue and opacity of a colour as the picker writes it. */
function partsOf(colour: string): { rgb: string; alpha: number } {
  const match = /^rgba\((\d+),(\d+),(\d+),([\d.]+)\)$/.exec(colour);
  return match
    ? { rgb: `${match[1]},${match[2]},${match[3]}`, alpha: Number(match[4]) }
    : { rgb: "32,38,46", alpha: 1 };
}

const hex = (rgb: string): string =>
  `#${rgb
    .split(",")
    .map((part) => Number(part).toString(16).padStart(2, "0"))
    .join("")}`;
const fromHex = (text: string): string => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16)).join(",");

type Props = { of: "Pen" | "Text"; style: Style; onChange: (style: Style) => void };

/**
 * The pen style picker of money.md 9: colour with opacity, width, offsets, uniform stroke, and the font if the title is
 * 'Text'.
 */
function StyleForm({ of, style, onChange }: Props) {
  const { rgb, alpha } = partsOf(style.c);
  const set = (part: Partial<Style>): void => onChange({ ...style, ...part });
  const colour = (next: string, opacity = alpha): void => set({ c: `rgba(${next},${opacity})` });
  const id = useId();
  return (
    <div className="brd-style">
      <h2>{t(of)}</h2>
      <div className="brd-palette" role="group" aria-label="Colour">
        {palette.map(([name, value]) => (
          <button
            key={name}
            type="button"
            aria-label={name}
            aria-pressed={value === rgb}
            style={{ background: `rgb(${value})` }}
            onClick={() => colour(value)}
          />
        ))}
        <input
          type="color"
          aria-label="Another colour"
          value={hex(rgb)}
          onChange={(event) => colour(fromHex(event.target.value))}
        />
      </div>
      <Range
        label="Opacity"
        value={Math.round(alpha * 100)}
        min={5}
        max={100}
        step={5}
        unit="%"
        onChange={(value) => colour(rgb, value / 100)}
      />
      {of === "Text" ? (
        <>
          <Range label="Size" value={style.s} min={10} max={120} onChange={(s) => set({ s })} />
          <div className="brd-field">
            <label htmlFor={`${id}-font`}>Font</label>
            <Select
              id={`${id}-font`}
              value={style.f}
              options={fonts.map(([label, family], value) => ({
                value,
                label: <span style={{ fontFamily: family }}>{label}</span>,
                title: label,
              }))}
              onChange={(f) => set({ f })}
            />
          </div>
        </>
      ) : (
        <div className="brd-field">
          <label htmlFor={`${id}-brush`}>Brush</label>
          <Select
            id={`${id}-brush`}
            value={style.b}
            options={brushes.map((value) => ({
              value,
              label: <Sample brush={value} colour={style.c} />,
              title: brushNames[value],
            }))}
            onChange={(b) => set({ b })}
          />
        </div>
      )}
      <Range label="Width" value={style.w} max={most.width} onChange={(w) => set({ w })} />
      <Range label="Offset X" value={style.ox} max={most.offset} unit=" px" onChange={(ox) => set({ ox })} />
      <Range label="Offset Y" value={style.oy} max={most.offset} unit=" px" onChange={(oy) => set({ oy })} />
      <label className="brd-check">
        <input type="checkbox" checked={style.u} onChange={(event) => set({ u: event.target.checked })} /> Uniform
        stroke on resize
      </label>
    </div>
  );
}

/** A sample of a brush, with its name. */
function Sample({ brush, colour }: { brush: Brush; colour: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const pen = canvas.current?.getContext("2d");
    if (!pen) return;
    pen.clearRect(0, 0, 112, 40);
    const wave = Array.from({ length: 25 }, (_, at) => ({
      x: 10 + at * 3.8,
      y: 20 + Math.sin(at / 4) * 7,
      pressure: 0.5,
    }));
    drawStroke(pen, brush, wave, colour, 7);
  }, [brush, colour]);
  return (
    <span className="brd-sample">
      <canvas ref={canvas} width={112} height={40} aria-hidden />
      {brushNames[brush]}
    </span>
  );
}

/** The picker's button, which shows the colour and the width. */
export function StylePicker(props: Props) {
  return (
    <Popover trigger="click" placement="bottom" destroyOnHidden content={<StyleForm {...props} />}>
      <Button aria-label={`${t(props.of)} style`} title={`${t(props.of)} style`} className="brd-tool">
        <span className="brd-swatch" style={{ background: props.style.c }} />
        <ToolIcon name="style" />
      </Button>
    </Popover>
  );
}
