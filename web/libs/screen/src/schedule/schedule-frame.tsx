import { ErrorState, IconButton, StatePanel } from "@staffroom/ui";
import { Button, Segmented } from "antd";
import { useRef, type ReactNode } from "react";
import { usePlainLinks } from "./plain-links";
import { nameOf, stepped, today, type Span } from "./spans";

const names: Readonly<Record<Span, string>> = {
  day: "Day",
  week: "Week",
  month: "Month",
  agenda: "Agenda",
  year: "Year",
};

/** The next shorter span of each. */
const narrower: Partial<Record<Span, string>> = { year: "month", month: "week", agenda: "week", week: "day" };

/** The screen's own views, in place of the spans. */
export type FrameViews = {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
};

export type FrameProps = {
  /** Which spans can be shown. */
  spans: readonly Span[];
  span: Span;
  day: string;
  show: (change: { day?: string; span?: Span }) => void;
  views?: FrameViews;
  /** A name of the shown period besides its days: `Michaelmas, week 3`. */
  called?: string;
  /** The number of rows in the shown period, if they are too many to draw. */
  tooMany?: string;
  /** Says that the shown period is empty, and the next step; above the drawing. */
  empty?: ReactNode;
  label: string;
  busy: boolean;
  error: Error | null;
  onRetry: () => void;
  children: ReactNode;
};

/** The frame of a schedule: the buttons that page through time, and the rows below. */
export function ScheduleFrame({
  spans,
  span,
  day,
  show,
  views,
  called,
  tooMany,
  empty,
  label,
  busy,
  error,
  onRetry,
  children,
}: FrameProps) {
  const choice = views ?? {
    label: "Period shown",
    value: span,
    options: spans.map((one) => ({ value: one, label: names[one] })),
    onChoose: (next: string) => show({ span: next as Span, day }),
  };
  const shorter = choice.options.find(({ value }) => value === narrower[span]);
  const place = useRef<HTMLDivElement>(null);
  usePlainLinks(place);
  return (
    <div className="sr-schedule" aria-busy={busy}>
      <div className="sr-schedule-head">
        <IconButton label="Before" icon="chevron-left" onClick={() => show({ day: stepped(span, day, -1) })} />
        <Button onClick={() => show({ day: today() })}>Today</Button>
        <IconButton label="After" icon="chevron-right" onClick={() => show({ day: stepped(span, day, 1) })} />
        <h2 aria-live="polite">
          {nameOf(span, day)}
          {called && <small> {called}</small>}
        </h2>
        {choice.options.length > 1 && (
          <Segmented
            aria-label={choice.label}
            value={choice.value}
            options={[...choice.options]}
            onChange={choice.onChoose}
          />
        )}
      </div>
      {empty && (
        <div className="sr-schedule-empty" role="status">
          {empty}
        </div>
      )}
      {error && <ErrorState compact error={error} onRetry={onRetry} />}
      <div ref={place} aria-label={label} role="group">
        {tooMany ? (
          <StatePanel
            icon="calendar-range"
            title={`${tooMany} in this time`}
            text="That is too many to draw. A filter, such as a tutor or a department, shows fewer."
            actions={
              shorter && (
                <Button onClick={() => choice.onChoose(shorter.value)}>Show {shorter.label.toLowerCase()}</Button>
              )
            }
          />
        ) : (
          children
        )}
      </div>
    </div>
  );
}
