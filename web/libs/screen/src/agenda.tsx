import { EmptyState, LoadingState } from "@staffroom/ui";
import dayjs from "dayjs";
import { useMemo, type CSSProperties } from "react";
import { agendaOf } from "./month-model";
import { PlannedLink } from "./planned-link";
import { daysOf, today, type Spanned } from "./spans";

/** Rows below the days of a month that they are on. */
export function Agenda({ rows, day, isRead, isTimed }: { rows: readonly Spanned[]; day: string; isRead: boolean; isTimed: boolean }) {
  const days = useMemo(() => agendaOf(rows, daysOf("agenda", day)), [rows, day]);
  const now = today();
  if (!days.length) return isRead ? <EmptyState compact title="Nothing in this time" /> : <LoadingState rows={5} />;
  return (
    <div className="sr-agenda">
      {days.map((one) => (
        <section key={one.day} aria-current={one.day === now ? "date" : undefined}>
          <h3>{dayjs(one.day).format("dddd D MMMM")}</h3>
          <ul>{one.rows.map((row) => <li key={row.id} style={{ "--sr-planned": row.color } as CSSProperties}><PlannedLink row={row} day={one.day} isColumn={isTimed} /></li>)}</ul>
        </section>
      ))}
    </div>
  );
}
