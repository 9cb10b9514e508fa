import { PageHeader, Panel } from "@staffroom/ui";
import { Moves } from "@staffroom/workflow";
import { Alert } from "antd";
import { useMemo } from "react";
import { evaluate } from "../answers";
import { EntryActions } from "../entries/actions";
import { states } from "../entries/status";
import type { Definition, Entry } from "../types";
import { FormFields, type Filling } from "./form-fields";
import { ReadEntry, sentLine } from "./read";
import { SaveMark } from "../save-mark";
import { roleTitle, signEntry } from "./signing";
import { useAnswers } from "./use-answers";

type Props = { entry: Entry; isStaff: boolean; onChanged: () => void };

/** A sent entry, with its reader's actions and signatures. */
export function SentEntry({ entry, isStaff, onChanged }: Props) {
  const { form, status, version, reason, awaited = [] } = entry;
  return (
    <div className="forms-sheet sr-stack">
      <PageHeader
        title={form.title}
        badges={[states[status]]}
        subtitle={[entry.about && `About ${entry.about.name}`, sentLine(entry)].filter(Boolean).join(" · ")}
        actions={
          <>
            <EntryActions entry={entry} isOpen onDone={onChanged} />
            <Moves moves={entry.moves} onDone={onChanged} />
          </>
        }
      />
      {status === "returned" && <Alert type="warning" showIcon title="This form was returned" description={reason} />}
      {!entry.can.review && status === "received" && (
        <Alert
          type="success"
          showIcon
          title="Thank you. This form was sent."
          description={version.definition.settings.thanks}
        />
      )}
      {awaited.length > 0 && (
        <Alert
          type="info"
          showIcon
          title={`Not signed yet by: ${awaited.map((role) => roleTitle(role).toLowerCase()).join(", ")}`}
        />
      )}
      <Emptied kinds={entry.emptied} />
      <SignedEntry entry={entry} isStaff={isStaff} onChanged={onChanged} />
      {entry.can.note && isStaff && <OfficeFields entry={entry} />}
    </div>
  );
}

const emptied: Readonly<Record<string, string>> = {
  personal: "Answers with personal data were removed: their retention period has ended",
  special: "Answers with special category data were removed: their retention period has ended",
};

/** The kinds of data whose answers were deleted. */
export const Emptied = ({ kinds = [] }: { kinds?: Entry["emptied"] }) =>
  kinds.map((kind) => <Alert key={kind} type="info" showIcon title={emptied[kind]} />);

/** The answers of an entry, with the signature fields of its reader. */
export const SignedEntry = ({ entry, isStaff, onChanged }: Props) => (
  <ReadEntry
    entry={entry}
    isStaff={isStaff}
    sign={async (...signature) => {
      await signEntry(entry, ...signature);
      onChanged();
    }}
  />
);

/** The staff fields of a sent entry, which the office answers during its review. */
function OfficeFields({ entry }: { entry: Entry }) {
  const { answers, change, flush, state, problem } = useAnswers(entry);
  const definition = useMemo<Definition>(
    () => ({
      ...entry.version.definition,
      pages: entry.version.definition.pages
        .map((page) => ({ ...page, fields: page.fields.filter(({ staffOnly }) => staffOnly) }))
        .filter(({ fields }) => fields.length),
    }),
    [entry.version.definition],
  );
  const filling: Filling = {
    answers,
    evaluated: useMemo(() => evaluate(entry.version.definition, answers, true), [entry.version.definition, answers]),
    problems: {},
    signatures: entry.signatures,
    change,
    leave: () => void flush(),
    refusalToSign: () => "Signatures are given above.",
    sign: async () => undefined,
  };
  return (
    <Panel title="For the office" extra={<SaveMark state={state} problem={problem} onRetry={() => void flush()} />}>
      {definition.pages.map((page) => (
        <FormFields key={page.id} fields={page.fields} filling={filling} />
      ))}
    </Panel>
  );
}
