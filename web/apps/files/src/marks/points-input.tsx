import { InputNumber } from "antd";
import { mostPoints, pointStep } from "./points";

type Props = { label: string; value: number | null; onChange: (points: number | null) => void };

/** A field for the points of a mark, in halves. */
export function PointsInput({ label, value, onChange }: Props) {
  const rounded = (points: number | null) => (points === null ? null : Math.round(points / pointStep) * pointStep);
  return (
    <InputNumber
      size="small"
      aria-label={label}
      placeholder="Points"
      min={-mostPoints}
      max={mostPoints}
      step={pointStep}
      value={value}
      onChange={(points) => onChange(rounded(points))}
    />
  );
}
