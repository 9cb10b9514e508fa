import type { ListViews, ViewShown } from "@staffroom/contract";
import { useMedia } from "@staffroom/ui";
import { Agenda } from "./agenda";
import { Month } from "./month";
import { LoadedPiece } from "./piece";
import { Planner } from "./planner";
import { daysOf, useSpan, useSpanned, type Span } from "./spans";

const timed = ["month", "week", "day", "agenda"] as const satisfies readonly Span[];
const whole = ["month", "week", "agenda"] as const satisfies readonly Span[];
/** The library's code comes when hours are first asked for. */
const hours = () => import("./timed");

/** A list as a calendar: its rows by month, week or day, or as an agenda. */
export default function ListCalendar(shown: ViewShown) {
  const shape = shown.meta.views?.calendar as NonNullable<ListViews["calendar"]>;
  const isNarrow = useMedia("(max-width: 599px)");
  const spans = shape.timed ? timed : whole;
  const { day, span, show } = useSpan(spans, isNarrow ? "agenda" : "month");
  const { rows, note, page } = useSpanned(shown, shape, daysOf(span, day));
  const view = span === "day" ? "timeGridDay" : shape.timed ? "timeGridWeek" : "dayGridWeek";
  return (
    <Planner
      spans={spans} span={span} day={day} show={show} label={shown.meta.title} note={note}
      busy={!!page?.isFetching} error={page?.data ? null : (page?.error ?? null)} onRetry={() => void page?.refetch()}
    >
      {span === "month" ? <Month rows={rows} day={day} /> : span === "agenda" ? <Agenda rows={rows} day={day} isRead={!!page?.data} /> : <LoadedPiece load={hours} props={{ view, from: day, rows }} />}
    </Planner>
  );
}
