import { t } from "@staffroom/language";
import { DayPicker } from "@staffroom/list";

type Days = { from: string; to: string };
type Props = {
  days: Days;
  onChange: (change: Partial<Days>) => void;
  /** The labels of the first and the last day. */
  labels?: Readonly<Days>;
};

/** The first and the last day of figures; an empty one sets no limit. */
export function DayBounds({ days, onChange, labels = { from: t("From"), to: t("To") } }: Props) {
  return (["from", "to"] as const).map((name) => (
    <DayPicker
      key={name}
      label={labels[name]}
      placeholder={labels[name]}
      value={days[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  ));
}
