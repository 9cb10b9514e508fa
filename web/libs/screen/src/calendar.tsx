import type { ListViews, ViewShown } from "@staffroom/contract";
import { useMedia } from "@staffroom/ui";
import Plan from "./plan";
import { daysOf, useSpan, useSpanned, type Span } from "./spans";

const timed = ["month", "week", "day", "agenda"] as const satisfies readonly Span[];
const whole = ["month", "week", "agenda"] as const satisfies readonly Span[];

/** A list as a calendar: its rows by month, week or day, or as an agenda. */
export default function ListCalendar(shown: ViewShown) {
  const shape = shown.meta.views?.calendar as NonNullable<ListViews["calendar"]>;
  const isNarrow = useMedia("(max-width: 599px)");
  const spans = shape.timed ? timed : whole;
  const { day, span, show } = useSpan(spans, isNarrow ? "agenda" : "month");
  const { rows, note, page } = useSpanned(shown, shape, daysOf(span, day));
  return (
    <Plan
      spans={spans} span={span} day={day} show={show} label={shown.meta.title} note={note} isTimed={shape.timed} rows={rows} isRead={!!page?.data}
      busy={!!page?.isFetching} error={page?.data ? null : (page?.error ?? null)} onRetry={() => void page?.refetch()}
    />
  );
}
