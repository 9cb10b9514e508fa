import { api, useApi } from "@staffroom/api";
import type { FieldChange, RecordPieceProps } from "@staffroom/contract";
import { authorOf, FieldValue, useFields } from "@staffroom/form";
import { ChoiceTag, PageLink } from "@staffroom/screen";
import { ActionButton, Facts, formatDateTime, Panel, StatePanel, toast } from "@staffroom/ui";
import { Alert } from "antd";
import { Fragment } from "react";
import { EmailLeads } from "./email-leads";
import { LogCall, NoAnswer } from "./log-call";
import { LogKeys } from "./log-keys";
import { SameSomebody, useLike } from "./likeness";
import { BookMeeting, Meeting } from "./meeting";
import { readAgain, type Lead, type LeadMerge, type Like, type LogEntry } from "./types";
import "./style.css";

const isLinked = ({ clientId, agentId, students }: Lead, { kind, id }: Like) =>
  (kind === "client" && id === clientId) ||
  (kind === "agent" && id === agentId) ||
  students.some(
    ({ studentId, candidateId }) =>
      id === (kind === "student" ? studentId : kind === "candidate" ? candidateId : undefined),
  );
const labels: Record<string, string> = {
  call: "Call",
  mail: "Mail",
  meeting: "Meeting",
  note: "Note",
  form: "Form",
  reached: "reached",
  voicemail: "voicemail",
  noAnswer: "no answer",
  answered: "answered",
  cameBack: "came back",
};

function Entry({ entry }: { entry: LogEntry }) {
  const what = [labels[entry.kind], entry.outcome && labels[entry.outcome], entry.direction === "in" && "from them"]
    .filter(Boolean)
    .join(", ");
  return (
    <li>
      <p className="sr-muted">
        {formatDateTime(entry.at)} · {what}
        {entry.byName ? ` · ${entry.byName}` : ""}
        {entry.mergedFromId ? " · from a merged lead" : ""}
      </p>
      {entry.text && <p className="sr-lead-words">{entry.text}</p>}
      <Meeting entry={entry} />
      {entry.nextStep && (
        <p className="sr-muted">
          Next: {entry.nextStep}
          {entry.nextDue ? `, ${formatDateTime(entry.nextDue)}` : ""}
        </p>
      )}
    </li>
  );
}

/** The fields whose changes are in the log. */
const shownChanges = ["leadStatus", "ownerId"];

/** A change of status or owner. */
function Moved({ change }: { change: FieldChange }) {
  const field = useFields("/enquiry").fields.get(change.field);
  if (!field) return null;
  const [before, after] = (
    [
      ["old", change.oldText, change.oldValue],
      ["new", change.newText, change.newValue],
    ] as const
  ).map(([key, text, value]) => <span key={key}>{text ?? <FieldValue field={field} value={value} />}</span>);
  return (
    <li>
      <p className="sr-muted">
        {formatDateTime(change.changed)} · {field.title} · {authorOf(change)}
      </p>
      <p>
        {before} → {after}
      </p>
    </li>
  );
}

/** The log's entries, with the lead's moves for users who may read its history; newest first. */
function Log({ lead, readsMoves }: { lead: Lead; readsMoves: boolean }) {
  const changes = useApi<FieldChange[]>(`/enquiry/${lead.id}/history`, undefined, { enabled: readsMoves });
  const moves = (readsMoves ? (changes.data ?? []) : []).filter(({ field }) => shownChanges.includes(field));
  const rows = [
    ...lead.log.map((entry) => ({ at: entry.at, key: `entry ${entry.id}`, shown: <Entry entry={entry} /> })),
    ...moves.map((change) => ({ at: change.changed, key: `move ${change.id}`, shown: <Moved change={change} /> })),
  ].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  if (!rows.length)
    return (
      <StatePanel
        compact
        icon="message"
        title="Nothing logged yet"
        text="Log the first call: it sets the next step too."
      />
    );
  return (
    <ol className="sr-lead-log sr-bare">
      {rows.map(({ key, shown }) => (
        <Fragment key={key}>{shown}</Fragment>
      ))}
    </ol>
  );
}

function Undo({ merge, lead, onDone }: { merge: LeadMerge; lead: Lead; onDone: () => void }) {
  const undo = async () => {
    await api.post(`/lead/merge/${merge.id}/undo`);
    toast.success("Merge undone");
    await readAgain();
    onDone();
  };
  const text =
    merge.targetId === null
      ? "Linked to a record"
      : merge.targetId === lead.id
        ? `${merge.name} was merged into this lead`
        : "Merged into another lead";
  return (
    <p>
      {text} on {formatDateTime(merge.created)} by {merge.userName}.{" "}
      {merge.targetId !== null && merge.targetId !== lead.id && (
        <PageLink to={`/lead/${merge.targetId}`}>Open it</PageLink>
      )}{" "}
      <ActionButton size="small" run={undo}>
        Undo merge
      </ActionButton>
    </p>
  );
}

/** A lead's log, its requests, possible duplicates, and merges. */
export default function LogOfLead({ record, reload }: RecordPieceProps) {
  const lead = record as unknown as Lead;
  const described = {
    first: lead.firstName ?? "",
    last: lead.lastName ?? "",
    email: lead.email ?? "",
    phone: lead.phone ?? "",
  };
  const known = useLike(described, lead.id).filter((one) => !isLinked(lead, one));
  const one = { id: lead.id, name: `${lead.firstName} ${lead.lastName}` };
  const facts = {
    Status: <ChoiceTag of="/leads/columns" name="leadStatus" value={lead.leadStatus} />,
    Owner: lead.ownerLeft ? `${lead.owner}, who has left` : lead.owner || "Nobody yet",
    "Next step": lead.nextStep ? `${lead.nextStep}${lead.nextDue ? `, ${formatDateTime(lead.nextDue)}` : ""}` : "None",
    "Asks for": lead.asksFor,
    Origin: lead.origin,
    Reason: lead.reason,
    Phone: lead.phone && <a href={`tel:${lead.phone}`}>{lead.phone}</a>,
    Agent: lead.agent && <PageLink to={`/agents/${lead.agent.id}`}>{lead.agent.name}</PageLink>,
    Client: lead.client && <PageLink to={`/clients/${lead.client.id}`}>{lead.client.name}</PageLink>,
  };
  return (
    <>
      <SameSomebody found={lead.mergedIntoId ? [] : known} lead={one} onDone={reload} />
      {!lead.mergedIntoId && <LogKeys lead={one} onDone={reload} />}
      <Panel
        title="Log"
        extra={
          lead.mergedIntoId ? null : (
            <span className="sr-line">
              <EmailLeads choice={{ ids: [lead.id] }} label="Send email" />
              <BookMeeting lead={one} onDone={reload} />
              <NoAnswer lead={one} onDone={reload} />
              <LogCall primary lead={one} onDone={reload} />
            </span>
          )
        }
      >
        {lead.mailProblem && <Alert className="sr-lead-problem" type="warning" showIcon title={lead.mailProblem} />}
        <Facts facts={facts} />
        {lead.merges.map((merge) => (
          <Undo key={merge.id} merge={merge} lead={lead} onDone={reload} />
        ))}
        <Log lead={lead} readsMoves={!!record.may?.history} />
      </Panel>
    </>
  );
}
