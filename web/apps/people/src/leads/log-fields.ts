import { api } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { toast } from "@staffroom/ui";
import { readAgain } from "./types";

const option = (value: string, label: string) => ({ value, label });

/** The fields of an entry of the log (`POST /lead/{id}/log`). */
const fields: Field[] = [
  {
    name: "kind",
    title: "Kind",
    type: "select",
    required: true,
    options: [option("call", "Call"), option("mail", "Mail"), option("meeting", "Meeting"), option("note", "Note")],
  },
  {
    name: "outcome",
    title: "Outcome",
    type: "select",
    options: [option("reached", "Reached"), option("voicemail", "Voicemail"), option("noAnswer", "No answer")],
  },
  {
    name: "direction",
    title: "Direction",
    type: "select",
    options: [option("out", "From us"), option("in", "From them")],
  },
  { name: "text", title: "What was said", type: "textarea", maxLength: 4000 },
  { name: "nextStep", title: "Next step", type: "text", maxLength: 200 },
  { name: "nextDue", title: "Next step due", type: "datetime" },
  {
    name: "status",
    title: "New status",
    type: "select",
    help: "Stays as it is without one",
    options: [
      option("called", "Called"),
      option("incontact", "In contact"),
      option("interested", "Interested"),
      option("inprogress", "In progress"),
    ],
  },
];

export type Somebody = { id: number; name: string };

/** The form of a log entry of a lead. */
export const logForm = ({ id, name }: Somebody) => ({
  title: `Log for ${name}`,
  submitLabel: "Save to log",
  fields,
  initial: { kind: "call", outcome: "reached", direction: "out" },
  to: `/lead/${id}/log`,
});

/** Logs an unanswered call: the next call is due on the next working day. */
export async function logNoAnswer({ id, name }: Somebody, onDone?: () => void): Promise<void> {
  await api.post(`/lead/${id}/log`, { kind: "call", outcome: "noAnswer" });
  toast.success(`Call to ${name} logged: call again on the next working day`);
  await readAgain();
  onDone?.();
}
