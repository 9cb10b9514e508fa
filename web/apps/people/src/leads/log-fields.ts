import type { Field } from "@staffroom/contract";

const option = (value: string, label: string) => ({ value, label });

/** The fields of an entry of the log (`POST /lead/{id}/log`). */
export const logFields: Field[] = [
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

/** Returns the initial values of a form. */
export const firstEntry = { kind: "call", outcome: "reached", direction: "out" };
