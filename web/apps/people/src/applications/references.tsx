import type { RecordPieceProps } from "@staffroom/contract";
import { Parts } from "@staffroom/form";
import { ChoiceTag } from "@staffroom/screen";
import { formatDateTime, Panel, StatePanel } from "@staffroom/ui";
import { Moves } from "@staffroom/workflow";
import { Alert } from "antd";
import type { ApplicationReference } from "../types";

const fields = "/applications/references/fields";

/** The reference of one referee, which the applicant never sees. */
function Words({ reference }: { reference: ApplicationReference }) {
  return (
    <Panel title={`Reference of ${reference.name}`}>
      <p>
        <ChoiceTag of={fields} name="rating" value={reference.rating} /> {reference.signedName},{" "}
        {formatDateTime(reference.received)}
      </p>
      {reference.knownFor && <p className="sr-muted">{reference.knownFor}</p>}
      <p>{reference.words}</p>
      {reference.concern && (
        <p role="note">
          <strong>Concern about work with children:</strong> {reference.concernWords}
        </p>
      )}
    </Panel>
  );
}

/** The referees of an application: requested by email, chased, and the references received. */
export default function References({ record, thing, reload }: RecordPieceProps) {
  const rows = (record.references ?? []) as ApplicationReference[];
  return (
    <>
      <Panel title="Referees">
        <p className="sr-muted">Two references are needed. The applicant does not see them.</p>
        {rows
          .filter(({ mailProblem }) => mailProblem)
          .map(({ id, name, mailProblem }) => (
            <Alert key={id} type="warning" showIcon title={`${name}: ${mailProblem}`} />
          ))}
        <Parts
          thing="/applications/references"
          rows={rows}
          columns={[
            "name",
            "position",
            "organisation",
            "email",
            { title: "Status", cell: ({ status }) => <ChoiceTag of={fields} name="status" value={status} /> },
            "due",
            { title: "Next", cell: ({ moves }) => <Moves size="small" moves={moves} onDone={reload} /> },
          ]}
          to={`${thing}/${record.id}/reference`}
          noun="referee"
          nameOf={({ name }) => name}
          mayChange={Boolean(record.may?.edit?.length)}
          empty={<StatePanel compact icon="user-search" title="No referees yet" />}
          onChanged={reload}
        />
      </Panel>
      {rows
        .filter(({ received }) => received)
        .map((reference) => (
          <Words key={reference.id} reference={reference} />
        ))}
    </>
  );
}
