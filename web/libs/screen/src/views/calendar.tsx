import type { ListViews, ViewShown } from "@staffroom/contract";
import { useMedia } from "@staffroom/ui";
import { useMemo } from "react";
import { useLocation } from "react-router";
import { folded } from "../schedule/folded";
import Schedule from "../schedule/schedule";
import { daysOf, useSpan, useSpanned, type Span } from "../schedule/spans";

const timed = ["month", "week", "day", "agenda"] as const satisfies readonly Span[];
const whole = ["month", "week", "agenda"] as const satisfies readonly Span[];

/** Maximum number of rows side by side: in the width of a weekday, of a single day, and of a day on a phone. */
const mostBeside = { week: 3, day: 8, narrow: 3 } as const;

/** A list as a calendar: its rows by month, week or day, or as an agenda. */
export default function ListCalendar(shown: ViewShown) {
  const shape = shown.meta.views?.calendar as NonNullable<ListViews["calendar"]>;
  const isNarrow = useMedia("(max-width: 599px)");
  const spans = shape.timed ? timed : whole;
  const { day, span, show } = useSpan(spans, isNarrow ? "agenda" : "month");
  const { rows, tooMany, page } = useSpanned(shown, shape, daysOf(span, day));
  const { pathname, search } = useLocation();
  const most = span === "week" || span === "day" ? mostBeside[isNarrow ? "narrow" : span] : null;
  const drawn = useMemo(() => {
    // A folded row in a week opens the day, in a day its agenda.
    const addressOf = (at: string) => {
      const next = new URLSearchParams(search);
      next.set("day", at);
      next.set("span", span === "week" ? "day" : "agenda");
      return `${pathname}?${next.toString()}`;
    };
    return most && shape.timed ? folded(rows, most, addressOf) : rows;
  }, [rows, most, shape.timed, span, pathname, search]);
  return (
    <Schedule
      spans={spans}
      span={span}
      day={day}
      show={show}
      label={shown.meta.title}
      tooMany={tooMany}
      isTimed={shape.timed}
      rows={drawn}
      isRead={!!page?.data}
      busy={!!page?.isFetching}
      error={page?.data ? null : (page?.error ?? null)}
      onRetry={() => void page?.refetch()}
    />
  );
}
