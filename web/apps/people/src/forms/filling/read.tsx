import { formatDateTime, formatNumber, Icon, Panel, RichTextView } from "@staffroom/ui";
import { useId, type ReactNode } from "react";
import { evaluate, isText, showAnswer, type Evaluated } from "../answers";
import type { Answers, Entry, FormField, Signature } from "../types";
import { SignatureField } from "./signature";

/** An entry as it was filled in: its version's pages and titles, with the answers. */
export function ReadEntry({ entry, isStaff, sign }: { entry: Entry; isStaff: boolean; sign?: Sign }) {
  const { definition } = entry.version;
  const evaluated = evaluate(definition, entry.answers, isStaff);
  return (
    <div className="forms-read">
      {evaluated.pages.map((page) => (
        <Panel key={page.id} title={definition.pages.length > 1 ? page.title : undefined}>
          <dl>
            {page.fields
              .filter((field) => evaluated.isShown(field))
              .map((field) => (
                <ReadField
                  key={field.id}
                  field={field}
                  value={entry.answers[field.id]}
                  evaluated={evaluated}
                  signatures={entry.signatures}
                  sign={entry.can.sign.includes(field.id) ? sign : undefined}
                />
              ))}
          </dl>
        </Panel>
      ))}
    </div>
  );
}

type Props = {
  field: FormField;
  value: unknown;
  evaluated: Evaluated;
  signatures: Readonly<Record<string, Signature>>;
  row?: Answers;
  sign?: Sign;
};
type Sign = (field: FormField, name: string, drawing: string | null) => Promise<unknown>;

function ReadField({ field, value, evaluated, signatures, row, sign }: Props) {
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
  const shown = (): ReactNode => {
    if (field.type === "signature") {
      const signature = signatures[field.id];
      return signature || sign ? (
        <SignatureField
          field={field}
          labelId={id}
          signature={signature}
          refusal={null}
          onSign={async (name, drawing) => sign?.(field, name, drawing)}
        />
      ) : null;
    }
    if (field.type === "calculated") {
      const result = evaluated.valueOf(field.id, row);
      return typeof result === "number" ? formatNumber(result) : null;
    }
    if (field.type === "yesno") return typeof value === "boolean" ? (value ? "Yes" : "No") : null;
    if (field.type === "agreement")
      return value === true ? (
        <>
          <Icon name="check" size={14} /> Agreed
        </>
      ) : null;
    if (field.type === "file")
      return Array.isArray(value) && value.length ? <Files files={value as FileAnswer[]} /> : null;
    if (field.type === "repeat")
      return Array.isArray(value) && value.length ? (
        <Rows field={field} rows={value as Answers[]} evaluated={evaluated} signatures={signatures} />
      ) : null;
    if (field.type === "multiline" && typeof value === "string") return <span className="forms-lines">{value}</span>;
    return showAnswer(field, value);
  };
  return (
    <div data-field={field.id}>
      <dt id={id}>
        {field.title}
        {field.staffOnly && <Icon name="lock" size={12} />}
      </dt>
      <dd>{shown() ?? <span className="sr-muted">Not answered</span>}</dd>
    </div>
  );
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

const Rows = ({
  field,
  rows,
  evaluated,
  signatures,
}: {
  field: FormField;
  rows: readonly Answers[];
  evaluated: Evaluated;
  signatures: Readonly<Record<string, Signature>>;
}) => (
  <ol className="forms-read-rows">
    {rows.map((row, place) => (
      // oxlint-disable-next-line react/no-array-index-key -- an entry has no identity besides its position
      <li key={place}>
        <dl>
          {(field.fields ?? [])
            .filter((inner) => evaluated.isShown(inner, row))
            .map((inner) => (
              <ReadField
                key={inner.id}
                field={inner}
                value={row[inner.id]}
                evaluated={evaluated}
                signatures={signatures}
                row={row}
              />
            ))}
        </dl>
      </li>
    ))}
  </ol>
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
