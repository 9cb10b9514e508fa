import { ListScreen } from "@staffroom/list";
import { viewsOf } from "@staffroom/screen";
import { useAddress } from "@staffroom/ui";
import { Segmented } from "antd";

const parts = { people: "/academic-office/journal-usage", weeks: "/academic-office/journal-weeks" } as const;
type Part = keyof typeof parts;
const choices: { value: Part; label: string }[] = [
  { value: "people", label: "By person" },
  { value: "weeks", label: "By week" },
];

/** Authors and readers of the journal, by person or by week, including people without entries. */
export default function JournalUsage() {
  const [address, change] = useAddress();
  const part: Part = address.get("by-week") ? "weeks" : "people";
  // The filters of one tab do not apply to the other.
  const show = (next: Part) =>
    change(() => new URLSearchParams(next === "weeks" ? { "by-week": "true" } : {}), { replace: true });
  return (
    <ListScreen
      key={part}
      path={parts[part]}
      drawn={viewsOf(parts[part])}
      emptyText="Nobody matches."
      actions={<Segmented<Part> aria-label="Counted" options={choices} value={part} onChange={show} />}
    />
  );
}
