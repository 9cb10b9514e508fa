import { api } from "@staffroom/api";
import type { Row } from "@staffroom/contract";
import { FormButton } from "@staffroom/form";
import { toast, useAttempt } from "@staffroom/ui";
import { Button } from "antd";
import { firstEntry, logFields } from "./log-fields";
import { readAgain } from "./types";

type Props = { id: number; name: string; small?: boolean; primary?: boolean; onDone?: () => void };

/** Opens the form of a log entry: a logged call also sets the next step. */
export function LogCall({ id, name, small, primary, onDone }: Props) {
  return (
    <FormButton
      label="Log call"
      title={`Log for ${name}`}
      submitLabel="Save to log"
      icon="message"
      small={small}
      primary={primary}
      fields={logFields}
      initial={firstEntry}
      to={`/lead/${id}/log`}
      notice={`Logged for ${name}`}
      onDone={async () => {
        await readAgain();
        onDone?.();
      }}
    />
  );
}

/** Logs an unanswered call in one click: the next call is due on the next working day. */
export function NoAnswer({ id, name, small, onDone }: Props) {
  const [busy, attempt] = useAttempt();
  const log = () =>
    attempt(async () => {
      await api.post(`/lead/${id}/log`, { kind: "call", outcome: "noAnswer" });
      toast.success(`Call to ${name} logged: call again on the next working day`);
      await readAgain();
      onDone?.();
    });
  return (
    <Button
      size={small ? "small" : "middle"}
      loading={busy !== null}
      aria-label={`No answer from ${name}`}
      onClick={() => void log()}
    >
      No answer
    </Button>
  );
}

/** The actions of a row of reminders. */
export function ReminderActions({ row }: { row: Row }) {
  const id = Number(row.id);
  const name = String(row.name);
  return (
    <>
      <NoAnswer small id={id} name={name} /> <LogCall small id={id} name={name} />
    </>
  );
}
