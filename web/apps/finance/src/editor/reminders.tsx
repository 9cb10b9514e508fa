import { formatDate } from "@staffroom/ui";
import { Button } from "antd";
import { Link } from "react-router";
import { reload as reloadList, resume } from "../reminders/calls";
import { StopReminders } from "../reminders/stop";
import { useEditing } from "./context";
import { Card } from "./parts";

/**
 * Whether an invoice's reminders are stopped, for it alone or for all of its client, for users who may stop and resume
 * them.
 */
export function Reminders() {
  const { invoice, act, reload } = useEditing();
  const { id, number, name, actions, reminderStop: stopped } = invoice;
  const { clientId } = invoice.invoicedEntity.ids;
  const mayStop = actions?.includes("stopReminders");
  const clientStopped = stopped?.clientId ?? null;
  if (!stopped && !mayStop) return null;

  const whose = clientStopped === null ? { invoiceId: id } : { clientId: clientStopped };
  const end = () => act(() => resume(whose), "Reminders are sent again").then(reloadList);
  const button = stopped
    ? actions?.includes("resumeReminders") && (
        <Button size="small" onClick={() => void end()}>
          {clientStopped === null ? "Resume" : "Resume for this client"}
        </Button>
      )
    : mayStop && (
        <StopReminders
          invoice={{ id, number }}
          client={clientId === null ? null : { id: clientId, name }}
          onDone={reload}
        />
      );
  return (
    <Card title="Reminders" extra={button}>
      {stopped ? (
        <p className="fin-stopped">
          {clientStopped === null ? "Stopped" : "Stopped for all invoices of this client"} by {stopped.by} on{" "}
          {formatDate(stopped.date)}: {stopped.reason}
        </p>
      ) : (
        <p className="fin-nothing">
          Sent as set under <Link to="/accounts/reminders">Reminders</Link>.
        </p>
      )}
    </Card>
  );
}
