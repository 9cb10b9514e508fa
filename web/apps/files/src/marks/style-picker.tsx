import { Checkbox, Select } from "antd";
import type { ReactNode } from "react";

/** How a pen or a brush draws (`money.md 9`): widths and offsets in the units of the drawing. */
export type PenStyle = { colour: string; width: number; offsetX?: number; offsetY?: number; uniform?: boolean; font?: string };

type Props = {
  /** The brush; a text has a font. */
  title: string;
  style: PenStyle;
  onChange: (style: PenStyle) => void;
  widest?: number;
  /** Shows the sliders of the offsets. */
  offsets?: boolean;
  /** Offers 'Uniform stroke on resize'. */
  uniform?: boolean;
  /** Fonts to choose from; shown where the title is 'Text'. */
  fonts?: readonly string[];
};

export const palette: readonly [colour: string, name: string][] = [
  ["#b3312c", "Red"], ["#c77700", "Orange"], ["#f2c200", "Yellow"], ["#2c7a4b", "Green"], ["#0f5a63", "Teal"], ["#2b5c9e", "Blue"],
  ["#6b3fa0", "Purple"], ["#c2407c", "Pink"], ["#6b6b6b", "Grey"], ["#111111", "Black"],
];

const mostOffset = 30;

/** The pen style picker of money.md 9: colour, width, and where the brush has them offsets, uniform stroke and font. */
export function StylePicker({ title, style, onChange, widest = 50, offsets, uniform, fonts = [] }: Props) {
  const set = (change: Partial<PenStyle>) => onChange({ ...style, ...change });
  return (
    <div className="fil-style" role="group" aria-label={`${title} style`}>
      <div className="fil-colours" role="group" aria-label="Colour">
        {palette.map(([value, label]) => (
          <button key={value} type="button" aria-label={label} title={label} aria-pressed={style.colour === value} style={{ background: value }} onClick={() => set({ colour: value })} />
        ))}
        <input type="color" aria-label="Other colour" value={style.colour} onChange={(event) => set({ colour: event.target.value })} />
      </div>
      <Range label="Width" value={style.width} most={widest} onChange={(width) => set({ width })} />
      {offsets && <Range label="Offset X" value={style.offsetX ?? 0} most={mostOffset} unit=" px" onChange={(offsetX) => set({ offsetX })} />}
      {offsets && <Range label="Offset Y" value={style.offsetY ?? 0} most={mostOffset} unit=" px" onChange={(offsetY) => set({ offsetY })} />}
      {uniform && <Checkbox checked={style.uniform} onChange={(event) => set({ uniform: event.target.checked })}>Uniform stroke on resize</Checkbox>}
      {title === "Text" && fonts.length > 0 && (
        <Row label="Font"><Select size="small" aria-label="Font" value={style.font ?? fonts[0]} options={fonts.map((value) => ({ value, label: value }))} onChange={(font) => set({ font })} /></Row>
      )}
    </div>
  );
}

function Range({ label, value, most, unit = "", onChange }: { label: string; value: number; most: number; unit?: string; onChange: (value: number) => void }) {
  return <Row label={label}><input type="range" aria-label={label} min={0} max={most} value={value} onChange={(event) => onChange(Number(event.target.value))} /><output>{value}{unit}</output></Row>;
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => <div className="fil-style-row"><span>{label}</span>{children}</div>;
