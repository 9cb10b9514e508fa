import { ErrorState, Icon, IconButton } from "@staffroom/ui";
import { Button, Segmented } from "antd";
import { useRef, type ReactNode } from "react";
import { usePlainLinks } from "./plain-links";
import { nameOf, stepped, today, type Span } from "./spans";

const names: Readonly<Record<Span, string>> = { day: "Day", week: "Week", month: "Month", agenda: "Agenda", year: "Year" };

type Props = {
  /** How much can be shown. */
  spans: readonly Span[];
  span: Span;
  day: string;
  show: (change: { day?: string; span?: Span }) => void;
  note?: string;
  label: string;
  busy: boolean;
  error: Error | null;
  onRetry: () => void;
  children: ReactNode;
};

/** What draws rows in their time, below the buttons that go through it. */
export function Planner({ spans, span, day, show, note, label, busy, error, onRetry, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  usePlainLinks(place);
  return (
    <div className="sr-planner" aria-busy={busy}>
      <div className="sr-planner-head">
        <IconButton label="Before" icon="chevron-left" onClick={() => show({ day: stepped(span, day, -1) })} />
        <Button onClick={() => show({ day: today() })}>Today</Button>
        <IconButton label="After" icon="chevron-right" onClick={() => show({ day: stepped(span, day, 1) })} />
        <h2 aria-live="polite">{nameOf(span, day)}</h2>
        {note && <span className="sr-muted"><Icon name="info" size={13} /> {note}</span>}
        {spans.length > 1 && <Segmented aria-label="How much is shown" value={span} options={spans.map((one) => ({ value: one, label: names[one] }))} onChange={(next) => show({ span: next, day })} />}
      </div>
      {error && <ErrorState compact error={error} onRetry={onRetry} />}
      <div ref={place} aria-label={label} role="group">{children}</div>
    </div>
  );
}
