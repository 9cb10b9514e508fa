import { Range } from "../parts/range";

/** The style of a pen or a brush (`money.md 9`): widths in the units of the drawing. */
export type PenStyle = { colour: string; width: number };

type Props = { title: string; style: PenStyle; onChange: (style: PenStyle) => void };

const palette: readonly [colour: string, name: string][] = [
  ["#b3312c", "Red"],
  ["#c77700", "Orange"],
  ["#f2c200", "Yellow"],
  ["#2c7a4b", "Green"],
  ["#0f5a63", "Teal"],
  ["#2b5c9e", "Blue"],
  ["#6b3fa0", "Purple"],
  ["#c2407c", "Pink"],
  ["#6b6b6b", "Grey"],
  ["#111111", "Black"],
];

const widest = 50;

/**
 * The pen style picker of money.md 9, as far as a mark has a style: colour and width. Boards have the rest, such as
 * brushes.
 */
export function StylePicker({ title, style, onChange }: Props) {
  const set = (change: Partial<PenStyle>) => onChange({ ...style, ...change });
  return (
    <div className="fil-style" role="group" aria-label={`${title} style`}>
      <div className="fil-colours" role="group" aria-label="Colour">
        {palette.map(([value, label]) => (
          <button
            key={value}
            type="button"
            aria-label={label}
            title={label}
            aria-pressed={style.colour === value}
            style={{ background: value }}
            onClick={() => set({ colour: value })}
          />
        ))}
        <input
          type="color"
          aria-label="Other colour"
          value={style.colour}
          onChange={(event) => set({ colour: event.target.value })}
        />
      </div>
      <Range label="Width" value={style.width} max={widest} onChange={(width) => set({ width })} />
    </div>
  );
}
