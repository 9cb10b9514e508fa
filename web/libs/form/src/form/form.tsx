import { Button } from "antd";
import type { ReactNode, Ref } from "react";
import { FormField } from "../fields/field";
import { useForm, type Form, type FormInput } from "./use-form";

export type FieldFormProps = Omit<FormInput, "label"> & {
  submitLabel?: string;
  cancelLabel?: string;
  onCancel?: () => void;
  /** Draws the fields in another layout, such as in parts. */
  layout?: (form: Form) => ReactNode;
  /** Content below the fields; a function if it depends on the entries. */
  children?: ReactNode | ((form: Form) => ReactNode);
};

/** A form with at least this many fields has two columns if there is room, so that its buttons stay in view. */
export const longForm = 8;

/**
 * A form from field metadata, with every rule and message of platform.md 5. Its state resets when the fields change.
 */
export function FieldForm(props: FieldFormProps) {
  const names = typeof props.fields === "function" ? "" : props.fields.map((field) => field.name).join();
  return <FormBody key={`${props.draftKey ?? ""}:${names}`} {...props} />;
}

function FormBody({ submitLabel = "Save", cancelLabel, onCancel, layout, children, ...input }: FieldFormProps) {
  const form = useForm({ ...input, label: submitLabel });
  const { setBox } = form;
  return (
    <form
      ref={setBox}
      className={!layout && form.fields.length >= longForm ? "sr-form sr-form-long" : "sr-form"}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      {form.isKept && (
        <div className="sr-form-kept">
          Your unsent entries were kept.{" "}
          <button type="button" onClick={form.reset}>
            Start afresh
          </button>
        </div>
      )}
      {layout
        ? layout(form)
        : form.fields.map((field, index) => (
            <FormField key={field.name} form={form} field={field} autoFocus={index === 0} />
          ))}
      {typeof children === "function" ? children(form) : children}
      <FormFoot form={form} submitLabel={submitLabel} cancelLabel={cancelLabel} onCancel={onCancel} />
    </form>
  );
}

type FormFootProps = {
  ref?: Ref<HTMLDivElement>;
  form: Form;
  submitLabel: string;
  cancelLabel?: string;
  onCancel?: () => void;
  /** Submits, if the form has no form element. */
  onSubmit?: () => void;
  /** The keys that submit, for the tooltip. */
  keys?: string;
  className?: string;
  /** Content before the buttons. */
  children?: ReactNode;
};

/** The buttons of a form, and a notice while the server cannot be reached. */
export function FormFoot({
  ref,
  form,
  submitLabel,
  cancelLabel = "Cancel",
  onCancel,
  onSubmit,
  keys,
  className = "sr-form-foot",
  children,
}: FormFootProps) {
  return (
    <div ref={ref} className={className}>
      {children}
      {form.waits && (
        <span className="sr-note sr-form-waits" role="status">
          The server cannot be reached. This is sent once it can.{" "}
          <button type="button" onClick={form.changeAgain}>
            Change it
          </button>
        </span>
      )}
      {onCancel && <Button onClick={onCancel}>{cancelLabel}</Button>}
      <Button
        type="primary"
        htmlType={onSubmit ? "button" : "submit"}
        title={keys}
        loading={form.sending}
        onClick={onSubmit}
      >
        {form.waits ? "Try now" : submitLabel}
      </Button>
    </div>
  );
}
