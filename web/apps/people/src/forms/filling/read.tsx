import { formatDateTime, formatNumber, Icon, Panel, RichTextView } from "@staffroom/ui";
import { useId, type ReactNode } from "react";
import { evaluate, isText, showAnswer, type Evaluated } from "../answers";
import type { Answers, Entry, FormField } from "../types";
import { SignatureField } from "./signature";

type Sign = (field: FormField, name: string, drawing: string | null) => Promise<unknown>;
/** The entry that is read. */
type Reading = { entry: Entry; evaluated: Evaluated; sign?: Sign };

/** An entry as it was filled in: its version's pages and titles, with the answers. */
export function ReadEntry({ entry, isStaff, sign }: { entry: Entry; isStaff: boolean; sign?: Sign }) {
  const { definition } = entry.version;
  const evaluated = evaluate(definition, entry.answers, isStaff);
  return (
    <div className="forms-read sr-stack">
      {evaluated.pages.map((page) => (
        <Panel key={page.id} title={definition.pages.length > 1 ? page.title : undefined}>
          <ReadFields fields={page.fields} answers={entry.answers} reading={{ entry, evaluated, sign }} />
        </Panel>
      ))}
    </div>
  );
}

type FieldsProps = {
  fields: readonly FormField[];
  answers: Answers;
  reading: Reading;
  /** The entry of a repeating group. */
  row?: Answers;
};

const ReadFields = ({ fields, answers, ...props }: FieldsProps) => (
  <dl>
    {fields
      .filter((field) => props.reading.evaluated.isShown(field, props.row))
      .map((field) => (
        <ReadField key={field.id} field={field} value={answers[field.id]} {...props} />
      ))}
  </dl>
);

type Props = { field: FormField; value: unknown; reading: Reading; row?: Answers };

function ReadField({ field, value, reading, row }: Props) {
  const id = useId();
  if (field.type === "heading")
    return (
      <div className="forms-read-heading">
        <dt>{field.title}</dt>
      </div>
    );
  if (isText(field))
    return field.help ? (
      <div className="forms-read-note">
        <dt className="sr-visually-hidden">Note</dt>
        <dd>
          <RichTextView html={field.help} />
        </dd>
      </div>
    ) : null;
  return (
    <div data-field={field.id}>
      <dt id={id}>
        {field.title}
        {field.staffOnly && <Icon name="lock" size={12} />}
      </dt>
      <dd>{shownAnswer({ field, value, reading, row }, id) ?? <span className="sr-muted">Not answered</span>}</dd>
    </div>
  );
}

/** Returns an answer for reading; null without one. */
function shownAnswer({ field, value, reading, row }: Props, labelId: string): ReactNode {
  const { entry, evaluated, sign } = reading;
  switch (field.type) {
    case "signature": {
      const signature = entry.signatures[field.id];
      const maySign = sign && !row && entry.can.sign.includes(field.id);
      return signature || maySign ? (
        <SignatureField
          labelId={labelId}
          signature={signature}
          refusal={null}
          onSign={async (name, drawing) => sign?.(field, name, drawing)}
        />
      ) : null;
    }
    case "calculated": {
      const result = evaluated.valueOf(field.id, row);
      return typeof result === "number" ? formatNumber(result) : null;
    }
    case "yesno":
      return typeof value === "boolean" ? (value ? "Yes" : "No") : null;
    case "agreement":
      return value === true ? (
        <>
          <Icon name="check" size={14} /> Agreed
        </>
      ) : null;
    case "file":
      return Array.isArray(value) && value.length ? <Files files={value as FileAnswer[]} /> : null;
    case "repeat":
      return Array.isArray(value) && value.length ? (
        <ol className="forms-read-rows">
          {(value as Answers[]).map((entryOfGroup, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- an entry has no identity besides its position
            <li key={place}>
              <ReadFields fields={field.fields ?? []} answers={entryOfGroup} row={entryOfGroup} reading={reading} />
            </li>
          ))}
        </ol>
      ) : null;
    case "multiline":
      return typeof value === "string" ? <span className="forms-lines">{value}</span> : null;
    default:
      return showAnswer(field, value);
  }
}

type FileAnswer = number | { id: number; name?: string };

const Files = ({ files }: { files: readonly FileAnswer[] }) => (
  <span className="sr-files">
    {files.map((file, place) => {
      const { id, name } = typeof file === "number" ? { id: file, name: `File ${place + 1}` } : file;
      return (
        <a key={id} href={`#/file/${id}`} target="_blank" rel="noreferrer">
          {name ?? `File ${place + 1}`}
        </a>
      );
    })}
  </span>
);

/** The person who sent it and the time, in a line. */
export const sentLine = ({ filledName, submitted, version }: Entry) =>
  [
    filledName && `Filled in by ${filledName}`,
    submitted && `sent ${formatDateTime(submitted)}`,
    `version ${version.number}`,
  ]
    .filter(Boolean)
    .join(" · ");
