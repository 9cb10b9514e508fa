import type { WidgetProps } from "@staffroom/contract";
import { useEffect } from "react";
import { openBugReport } from "./bug-report-store";
import { Widget } from "../page/widgets";

type Props = Pick<WidgetProps["new-ticket"], "invoiceId" | "slipId"> & {
  /** The ticket about the record; a new one is raised if there is none. */
  ticket: number | null;
  /** The start of a new ticket's title. */
  subject: string;
  onRaised: (id: number) => void;
  onChanged: () => void;
  onClose: () => void;
};

/** The support ticket about a record, or the form for a new one. Without the area of tickets it is the bug report. */
export function SupportTicket({ ticket, subject, onRaised, onChanged, onClose, ...about }: Props) {
  if (ticket) return <Widget name="ticket" props={{ id: ticket, onClose, onChanged }} />;
  return (
    <Widget
      name="new-ticket"
      props={{ ...about, title: subject, onClose, onRaised }}
      fallback={<InsteadOfSupport subject={subject} onDone={onClose} />}
    />
  );
}

function InsteadOfSupport({ subject, onDone }: { subject: string; onDone: () => void }) {
  useEffect(() => {
    openBugReport(undefined, subject);
    onDone();
  }, [subject, onDone]);
  return null;
}
