import { formatNumber, Icon, IconButton, Problem, RequiredMark, RichTextView } from "@staffroom/ui";
import { Button } from "antd";
import { useId } from "react";
import { isText, type Evaluated } from "../answers";
import type { Answers, FormField, Problems, Signature } from "../types";
import { AnswerInput, isGroup } from "./answer-input";
import { SignatureField } from "./signature";

/** The state with which a form's fields are drawn. */
export type Filling = {
  answers: Answers;
  evaluated: Evaluated;
  /** By the address of their field: its id, inside a repeating group `group.0.id`. */
  problems: Problems;
  signatures: Readonly<Record<string, Signature>>;
  change: (id: string, value: unknown) => void;
  /** Called when a field is left. */
  leave: (address: string) => void;
  /** Returns why a signature field cannot be signed now; null if it can. */
  refusalToSign: (field: FormField) => string | null;
  sign: (field: FormField, name: string, drawing: string | null) => Promise<unknown>;
};

/** The visible fields of a page, on twelve columns. */
export function FormFields({ fields, filling }: { fields: readonly FormField[]; filling: Filling }) {
  return (
    <div className="forms-fields">
      {fields
        .filter((field) => filling.evaluated.isShown(field))
        .map((field) => (
          <OneField
            key={field.id}
            field={field}
            address={field.id}
            filling={filling}
            value={filling.answers[field.id]}
            onChange={(value) => filling.change(field.id, value)}
          />
        ))}
    </div>
  );
}

type OneProps = {
  field: FormField;
  address: string;
  filling: Filling;
  value: unknown;
  onChange: (value: unknown) => void;
  row?: Answers;
};

/** One field with its label, help and problem. */
function OneField({ field, address, filling, value, onChange, row }: OneProps) {
  const id = useId();
  const { type, title, help, width = 12 } = field;
  if (type === "heading")
    return (
      <div className="forms-field" data-width={12} data-field={address}>
        <h3>{title}</h3>
        {help && <p className="forms-help">{help}</p>}
      </div>
    );
  if (type === "note")
    return (
      <div className="forms-field forms-note" data-width={width} data-field={address}>
        {title && <p>{title}</p>}
        {help && <RichTextView html={help} />}
      </div>
    );
  const problem = filling.problems[address];
  const isNeeded = filling.evaluated.isNeeded(field, row);
  const label = (
    <>
      {title}
      {isNeeded && <RequiredMark />}
    </>
  );
  const described = [help && `${id}-help`, problem && `${id}-note`].filter(Boolean).join(" ") || undefined;
  const body = () => {
    if (type === "calculated") {
      const result = filling.evaluated.valueOf(field.id, row);
      return (
        <output className="forms-result" aria-labelledby={`${id}-label`}>
          {typeof result === "number" ? formatNumber(result) : "–"}
        </output>
      );
    }
    if (type === "signature")
      return (
        <SignatureField
          labelId={`${id}-label`}
          signature={filling.signatures[field.id]}
          refusal={filling.refusalToSign(field)}
          onSign={(name, drawing) => filling.sign(field, name, drawing)}
        />
      );
    if (type === "repeat")
      return (
        <Repeat
          field={field}
          address={address}
          filling={filling}
          value={value}
          onChange={onChange}
          labelId={`${id}-label`}
        />
      );
    return (
      <AnswerInput
        field={field}
        value={value}
        onChange={onChange}
        onBlur={() => filling.leave(address)}
        id={id}
        labelId={`${id}-label`}
        describedBy={described}
        invalid={!!problem}
        isNeeded={isNeeded}
      />
    );
  };
  const isLabelled = !isGroup(field) && !["calculated", "signature", "repeat"].includes(type);
  return (
    <div className="forms-field" data-width={width} data-field={address} data-invalid={problem ? true : undefined}>
      {type !== "agreement" &&
        (isLabelled ? (
          <label className="forms-label" id={`${id}-label`} htmlFor={id}>
            {label}
          </label>
        ) : (
          <div className="forms-label" id={`${id}-label`}>
            {label}
          </div>
        ))}
      {help && (
        <p className="forms-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {field.staffOnly && (
        <p className="forms-help">
          <Icon name="lock" size={13} /> Read by staff only
        </p>
      )}
      {body()}
      <Problem id={`${id}-note`}>{problem}</Problem>
    </div>
  );
}

type RepeatProps = {
  field: FormField;
  address: string;
  filling: Filling;
  value: unknown;
  onChange: (value: unknown) => void;
  labelId: string;
};

/** The entries of a repeating group. */
function Repeat({ field, address, filling, value, onChange, labelId }: RepeatProps) {
  const rows = Array.isArray(value) ? (value as Answers[]) : [];
  const most = field.most ?? 50;
  const set = (place: number, id: string, next: unknown) =>
    onChange(rows.map((row, at) => (at === place ? { ...row, [id]: next ?? null } : row)));
  return (
    <div className="forms-repeat" role="group" aria-labelledby={labelId}>
      {rows.map((row, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- an entry has no identity besides its position
        <fieldset key={place}>
          <legend>
            {field.title} {place + 1}
          </legend>
          <IconButton
            label={`Remove ${field.title} ${place + 1}`}
            icon="trash"
            onClick={() => onChange(rows.filter((_, at) => at !== place))}
          />
          <div className="forms-fields">
            {(field.fields ?? [])
              .filter((inner) => filling.evaluated.isShown(inner, row))
              .map((inner) => (
                <OneField
                  key={inner.id}
                  field={inner}
                  address={`${address}.${place}.${inner.id}`}
                  filling={filling}
                  row={row}
                  value={row[inner.id]}
                  onChange={(next) => !isText(inner) && set(place, inner.id, next)}
                />
              ))}
          </div>
        </fieldset>
      ))}
      {rows.length < most && (
        <Button icon={<Icon name="plus" size={15} />} onClick={() => onChange([...rows, {}])}>
          Add entry: {field.title}
        </Button>
      )}
    </div>
  );
}
