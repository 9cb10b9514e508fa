import type { ListViews, ViewShown } from "@staffroom/contract";
import { useMemo } from "react";
import { Planner } from "./planner";
import { daysOf, useSpan, useSpanned, type Span } from "./spans";

const views = { month: "resourceTimelineMonth", year: "resourceTimelineYear" } as const;
/** Days are narrow in a year: their months name them. */
const options = {
  dayMaxEvents: false,
  views: {
    resourceTimelineMonth: { columnWidth: "minmax(32px, 1fr)" },
    resourceTimelineYear: { columnWidth: "minmax(2px, 1fr)", dayHeaderFormat: () => "" },
  },
} as const;
const spans = Object.keys(views) as Span[];

/** A list as bars from start to end, in a lane for each value of a column. */
export default function ListTimeline(shown: ViewShown) {
  const shape = shown.meta.views?.timeline as NonNullable<ListViews["timeline"]>;
  const { day, span, show } = useSpan(spans, "year");
  const days = daysOf(span === "month" ? "agenda" : span, day);
  const { rows, note, page } = useSpanned(shown, shape, days);
  const lanes = useMemo(() => [...new Set(rows.map(({ lane }) => lane))].toSorted((one, other) => one.localeCompare(other)), [rows]);
  return (
    <Planner
      views={views} span={span} day={day} from={days.first} show={show} rows={rows} lanes={lanes} label={shown.meta.title} options={options}
      note={note}
      busy={!!page?.isFetching} error={page?.data ? null : (page?.error ?? null)} onRetry={() => void page?.refetch()}
    />
  );
}
