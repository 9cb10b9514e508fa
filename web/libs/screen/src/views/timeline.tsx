import type { ListViews, ViewShown } from "@staffroom/contract";
import { compareNames } from "@staffroom/language";
import { useMedia } from "@staffroom/ui";
import { useMemo } from "react";
import { ScheduleFrame } from "../schedule/schedule-frame";
import { daysOf, useSpan, useSpanned, type Span } from "../schedule/spans";
import Timed from "../schedule/timed";

const views = { month: "resourceTimelineMonth", year: "resourceTimelineYear" } as const;
/** Days are narrow in a year: only months are named. */
const options = {
  views: {
    resourceTimelineMonth: { columnWidth: "minmax(32px, 1fr)" },
    resourceTimelineYear: { columnWidth: "minmax(2px, 1fr)", dayHeaderFormat: () => "" },
  },
} as const;
/** A month on a phone has no room for its full name. */
const narrowOptions = { ...options, monthHeaderFormat: { month: "short" } } as const;
const spans = Object.keys(views) as Span[];

/** A list as bars from start to end, in a lane for each value of a column. */
export default function ListTimeline(shown: ViewShown) {
  const shape = shown.meta.views?.timeline as NonNullable<ListViews["timeline"]>;
  const isNarrow = useMedia("(max-width: 599px)");
  const { day, span, show } = useSpan(spans, "year");
  const days = daysOf(span === "month" ? "agenda" : span, day);
  const { rows, tooMany, page } = useSpanned(shown, shape, days);
  const lanes = useMemo(
    () =>
      [...new Set(rows.flatMap((row) => row.lanes))].toSorted(compareNames).map((lane) => ({ id: lane, title: lane })),
    [rows],
  );
  return (
    <ScheduleFrame
      spans={spans}
      span={span}
      day={day}
      show={show}
      label={shown.meta.title}
      tooMany={tooMany}
      busy={!!page?.isFetching}
      error={page?.data ? null : (page?.error ?? null)}
      onRetry={() => void page?.refetch()}
    >
      <Timed
        view={views[span as keyof typeof views]}
        from={days.first}
        rows={rows}
        lanes={lanes}
        options={isNarrow ? narrowOptions : options}
      />
    </ScheduleFrame>
  );
}
