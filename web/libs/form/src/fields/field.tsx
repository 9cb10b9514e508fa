import type { Field } from "@staffroom/contract";
import { Icon, Problem, RequiredMark } from "@staffroom/ui";
import { Button } from "antd";
import type { ReactNode } from "react";
import { FieldInput, kindOf } from "../inputs";
import { FieldValue } from "./show-value";
import type { Form } from "../form/use-form";

type FieldFrameProps = {
  field: Field;
  /** Id of the control; none if the field is only read. */
  id?: string;
  /** Next to the label. */
  tools?: ReactNode;
  /** The control or value, and a note below it; the note's space is reserved, so that nothing moves. */
  children: ReactNode;
};

/** A field with its label above it. */
export function FieldFrame({ field, id, tools, children }: FieldFrameProps) {
  return (
    <div className={kindOf(field).isWide ? "sr-field sr-field-wide" : "sr-field"} data-field={field.name}>
      <div className="sr-field-label">
        {id ? (
          <label htmlFor={id}>
            {field.title}
            {(field.required || field.agreement) && <RequiredMark />}
          </label>
        ) : (
          <span>{field.title}</span>
        )}
        {tools}
      </div>
      {children}
    </div>
  );
}

/** Help for a field, and who may read its value if not everybody may. */
export const FieldHelp = ({ field: { help, readers } }: { field: Field }) => (
  <>
    {help && <div className="sr-help">{help}</div>}
    {readers && (
      <div className="sr-help sr-readers">
        <Icon name="users" size={13} /> Read by: {readers}
      </div>
    )}
  </>
);

/** The value that another user saved in the meantime, with the choice between the two. */
export function FieldConflict({
  field,
  present,
  onKeep,
  onTake,
}: {
  field: Field;
  present: unknown;
  onKeep: () => void;
  onTake: () => void;
}) {
  return (
    <div className="sr-conflict" role="alert">
      <div>Somebody changed this while you were typing. It now says:</div>
      <div className="sr-quote">
        <FieldValue field={field} value={present} />
      </div>
      <Button size="small" type="primary" onClick={onKeep}>
        Save mine
      </Button>
      <Button size="small" onClick={onTake}>
        Take theirs
      </Button>
    </div>
  );
}

/** One field of a form, with its help and its error. */
export function FormField({ form, field, autoFocus }: { form: Form; field: Field; autoFocus?: boolean }) {
  const id = `${form.base}-${field.name}`;
  const problem = form.problems[field.name];
  return (
    <FieldFrame field={field} id={id}>
      <FieldInput
        field={field}
        id={id}
        value={form.drafts[field.name]}
        invalid={!!problem}
        autoFocus={autoFocus}
        disabled={form.sending || form.waits}
        describedBy={`${id}-note`}
        onChange={(value) => form.change(field.name, value)}
        onBlur={() => form.check(field)}
      />
      <FieldHelp field={field} />
      <Problem id={`${id}-note`}>{problem}</Problem>
      {form.conflict?.name === field.name && (
        <FieldConflict
          field={field}
          present={form.conflict.present}
          onKeep={() => form.settle("mine")}
          onTake={() => form.settle("theirs")}
        />
      )}
    </FieldFrame>
  );
}
