import { useId } from "react";
import "./range.css";

type Props = {
  label: string;
  value: number;
  max: number;
  min?: number;
  step?: number;
  unit?: string;
  onChange: (value: number) => void;
};

/** A slider with its label before it and its value after it. */
export function Range({ label, value, max, min = 0, step = 1, unit = "", onChange }: Props) {
  const id = useId();
  return (
    <div className="fil-range">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <output htmlFor={id}>
        {value}
        {unit}
      </output>
    </div>
  );
}
