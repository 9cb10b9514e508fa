import { DatePicker } from "antd";
import dayjs from "dayjs";

type Props = { label: string; placeholder: string; value: string; onChange: (day: string) => void };

/** A filter of one day: `2026-11-21`, or empty. */
export function DayPicker({ label, placeholder, value, onChange }: Props) {
  return (
    <DatePicker
      aria-label={label}
      placeholder={placeholder}
      format="DD/MM/YY"
      value={value ? dayjs(value) : null}
      onChange={(picked: unknown) => onChange(dayjs.isDayjs(picked) ? picked.format("YYYY-MM-DD") : "")}
    />
  );
}
