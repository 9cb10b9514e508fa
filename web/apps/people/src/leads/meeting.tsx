import { invalidate } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { FormButton } from "@staffroom/form";
import { PageLink } from "@staffroom/screen";
import { formatDateTime } from "@staffroom/ui";
import type { Somebody } from "./log-fields";
import { readAgain, type LogEntry } from "./types";

/** The fields of `POST /lead/{id}/meeting`. */
const fields: Field[] = [
  { name: "start", title: "Begins", type: "datetime", required: true },
  { name: "minutes", title: "Minutes", type: "integer", required: true, min: 5, max: 480 },
  {
    name: "userId",
    title: "Who meets them",
    type: "select",
    optionsFrom: "/leads/owners",
    help: "Without one: the owner of the lead",
  },
  { name: "locationId", title: "Location", type: "select", optionsFrom: "/locations/calendarList" },
  { name: "note", title: "Note", type: "textarea", maxLength: 2000 },
  {
    name: "overrideReason",
    title: "Double-booked because",
    type: "text",
    maxLength: 200,
    help: "Only if somebody or the room is taken at this time",
  },
];

/** Books a meeting with a lead in the calendar: it is logged, and becomes the next step. */
export function BookMeeting({ lead: { id, name }, onDone }: { lead: Somebody; onDone: () => void }) {
  return (
    <FormButton
      label="Book meeting"
      title={`Meeting with ${name}`}
      submitLabel="Book meeting"
      icon="calendar"
      small
      fields={fields}
      initial={{ minutes: 30 }}
      to={`/lead/${id}/meeting`}
      notice={`Meeting with ${name} booked`}
      onDone={async () => {
        await Promise.all([readAgain(), invalidate("/events")]);
        onDone();
      }}
    />
  );
}

/** Time and place of a meeting in the log, with a link to its event. */
export function Meeting({ entry: { eventId, meeting } }: { entry: LogEntry }) {
  if (!meeting || !eventId) return null;
  const at = [formatDateTime(meeting.start), meeting.location].filter(Boolean).join(", ");
  return (
    <p className="sr-muted">
      <PageLink to={`/events?event=${eventId}`}>{`Meeting ${at}`}</PageLink>
      {meeting.status === "cancelled" ? ", cancelled" : ""}
    </p>
  );
}
