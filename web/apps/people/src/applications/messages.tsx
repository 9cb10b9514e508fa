import { api } from "@staffroom/api";
import type { Field, RecordPieceProps } from "@staffroom/contract";
import { FormButton } from "@staffroom/form";
import { formatDateTime, Panel, StatePanel } from "@staffroom/ui";
import { Alert } from "antd";
import type { ApplicationMessage } from "../types";

const fields: Field[] = [
  { name: "subject", title: "Subject", type: "text", required: true, maxLength: 200 },
  { name: "body", title: "Message", type: "textarea", required: true, maxLength: 10_000 },
];
const states: Readonly<Record<string, string>> = {
  queued: "waiting to be sent",
  sent: "sent",
  failed: "could not be sent",
  bounced: "came back",
  received: "received",
};

/** The emails to an applicant and the replies, including those of referees, newest first. */
export default function Messages({ record, thing, reload }: RecordPieceProps) {
  const rows = (record.messages ?? []) as ApplicationMessage[];
  const write = record.may?.edit?.length ? (
    <FormButton
      small
      label="Write a message"
      icon="send"
      submitLabel="Send"
      fields={fields}
      draftKey={`message:${thing}/${record.id}`}
      to={(values, idempotencyKey) => api.post(`${thing}/${record.id}/message`, values, { idempotencyKey })}
      notice="The message is being sent"
      onDone={reload}
    />
  ) : null;
  return (
    <Panel title="Messages" extra={write}>
      {rows.length === 0 && <StatePanel compact icon="mail" title="No messages yet" />}
      {rows.map(({ id, subject, body, state, problem, created, createdByName }) => (
        <article key={id} className={`people-message${state === "received" ? " people-message-in" : ""}`}>
          <h3>{subject}</h3>
          <p className="sr-muted">
            {createdByName}, {formatDateTime(created)}: {states[state] ?? state}
          </p>
          {problem && <Alert type="warning" showIcon title={problem} />}
          <p className="people-message-text">{body}</p>
        </article>
      ))}
    </Panel>
  );
}
