import type { Field } from "@staffroom/contract";
import { FieldInput } from "@staffroom/form";
import { useId } from "react";
import type { Form } from "./use-form";

/** One control of a form with its label above and room for its problem below. */
export function FormField({ form, field, autoFocus }: { form: Form; field: Field; autoFocus?: boolean }) {
  const id = useId();
  const problem = form.problems[field.name];
  return (
    <div className="sr-field" data-field={field.name}>
      <label className="sr-field-label" htmlFor={id}>
        {field.title}{field.required && <span className="sr-required" aria-hidden> *</span>}
      </label>
      <FieldInput
        field={field}
        id={id}
        value={form.drafts[field.name]}
        invalid={!!problem}
        autoFocus={autoFocus}
        disabled={form.sending}
        describedBy={`${id}-note`}
        onChange={(value) => form.change(field.name, value)}
      />
      {problem && <span className="sr-note sr-note-bad" id={`${id}-note`} role="alert">{problem}</span>}
    </div>
  );
}
