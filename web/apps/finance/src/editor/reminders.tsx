import { FormButton } from "@staffroom/form";
import { formatDate } from "@staffroom/ui";
import { Button } from "antd";
import { Link } from "react-router";
import { reason, reload as reloadList, resume, stop } from "../reminders/calls";
import { useEditing } from "./context";
import { Card } from "./parts";

/** Whether reminders of the invoice are stopped, for those who may stop and resume them. */
export function Reminders() {
  const { invoice, act, reload } = useEditing();
  const { id, actions, reminderStop: stopped } = invoice;
  const mayStop = actions?.includes("stopReminders");
  const isOwn = stopped?.clientId === null;
  if (!stopped && !mayStop) return null;

  const end = () => act(() => resume({ invoiceId: id }), "Reminders are sent again").then(reloadList);
  const button = isOwn
    ? actions?.includes("resumeReminders") && <Button size="small" onClick={() => void end()}>Resume</Button>
    : mayStop && (
      <FormButton
        small
        icon={null}
        label="Stop reminders"
        fields={[reason]}
        submitLabel="Stop reminders"
        to={(values) => stop({ invoiceId: id }, values.reason)}
        notice="No more reminders are sent"
        onDone={async () => {
          reloadList();
          await reload();
        }}
      />
    );
  return (
    <Card title="Reminders" extra={button}>
      {stopped ? (
        <p className="fin-stopped">
          {isOwn ? "Stopped" : "Stopped for all invoices of this client"} by {stopped.by} on {formatDate(stopped.date)}: {stopped.reason}
          {!isOwn && <>. <Link to="/accounts/reminders">Stopped reminders</Link></>}
        </p>
      ) : <p className="fin-nothing">Sent as set under <Link to="/accounts/reminders">Reminders</Link>.</p>}
    </Card>
  );
}
