import type { Row } from "@staffroom/contract";
import { FormButton } from "@staffroom/form";
import { ActionButton } from "@staffroom/ui";
import { logForm, logNoAnswer, type Somebody } from "./log-fields";
import { readAgain } from "./types";

type Props = { lead: Somebody; primary?: boolean; onDone?: () => void };

/** Opens the form of a log entry: a logged call also sets the next step. */
export const LogCall = ({ lead, primary, onDone }: Props) => (
  <FormButton
    {...logForm(lead)}
    small
    primary={primary}
    label="Log call"
    icon="message"
    notice={`Logged for ${lead.name}`}
    onDone={async () => {
      await readAgain();
      onDone?.();
    }}
  />
);

/** Logs an unanswered call in one click. */
export const NoAnswer = ({ lead, onDone }: Props) => (
  <ActionButton size="small" aria-label={`No answer from ${lead.name}`} run={() => logNoAnswer(lead, onDone)}>
    No answer
  </ActionButton>
);

/** The actions of a row of reminders. */
export function ReminderActions({ row }: { row: Row }) {
  const lead = { id: Number(row.id), name: String(row.name) };
  return (
    <>
      <NoAnswer lead={lead} /> <LogCall lead={lead} />
    </>
  );
}
