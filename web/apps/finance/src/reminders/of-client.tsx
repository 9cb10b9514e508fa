import { useApi } from "@staffroom/api";
import type { RowOf } from "@staffroom/contract";
import { attempt, formatDate } from "@staffroom/ui";
import { Button } from "antd";
import { Link } from "react-router";
import { path, reload, resume } from "./calls";
import { StopReminders } from "./stop";

type Stopped = RowOf<"finance", "/invoices/reminders/stops">;

/** Whether a client gets reminders, with the button that stops or resumes them. */
export function RemindersOfClient({ id }: { id: number }) {
  const { data } = useApi<Stopped[]>(`${path}/stops`, { clientId: id, pageSize: 10 });
  const stopped = data?.[0];
  const end = () => attempt(() => resume({ clientId: id })).finally(reload);
  return (
    <p className="fin-of-client">
      {stopped ? (
        <>
          <span>
            Reminders stopped by {stopped.by} on {formatDate(stopped.created)}: {stopped.reason}
          </span>
          <Button size="small" onClick={() => void end()}>
            Resume reminders
          </Button>
        </>
      ) : (
        <>
          <span className="sr-muted">
            Reminders of unpaid amounts are sent as set under <Link to="/accounts/reminders">Reminders</Link>.
          </span>
          {data && <StopReminders client={{ id, name: "this client" }} />}
        </>
      )}
    </p>
  );
}
