import type { ListViews, ViewShown } from "@staffroom/contract";
import { useMedia } from "@staffroom/ui";
import { Planner } from "./planner";
import { daysOf, useSpan, useSpanned, type Span } from "./spans";

const timed = { month: "dayGridMonth", week: "timeGridWeek", day: "timeGridDay", agenda: "listMonth" } as const;
const whole = { month: "dayGridMonth", week: "dayGridWeek", agenda: "listMonth" } as const;

/** A list as a calendar: its rows by month, week or day, or as an agenda. */
export default function ListCalendar(shown: ViewShown) {
  const shape = shown.meta.views?.calendar as NonNullable<ListViews["calendar"]>;
  const views: Readonly<Partial<Record<Span, string>>> = shape.timed ? timed : whole;
  const isNarrow = useMedia("(max-width: 599px)");
  const { day, span, show } = useSpan(Object.keys(views) as Span[], isNarrow ? "agenda" : "month");
  const { rows, note, page } = useSpanned(shown, shape, daysOf(span, day));
  return (
    <Planner
      views={views} span={span} day={day} show={show} rows={rows} label={shown.meta.title}
      note={note}
      busy={!!page?.isFetching} error={page?.data ? null : (page?.error ?? null)} onRetry={() => void page?.refetch()}
    />
  );
}
