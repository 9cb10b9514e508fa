import { Problem } from "@staffroom/ui";
import { useId, type ReactNode } from "react";
import { FieldInput, type FieldInputProps } from "../inputs";

type LabelledProps = {
  /** The id of the control; the note below it is `${id}-note`. */
  id: string;
  label: string;
  help?: ReactNode;
  problem?: ReactNode;
  children: ReactNode;
};

/** A control that is not a field of a form, with its label above it, and its help and problem below. */
export const Labelled = ({ id, label, help, problem, children }: LabelledProps) => (
  <div className="sr-labelled">
    <label className="sr-labelled-title" htmlFor={id}>
      {label}
    </label>
    {children}
    <div id={`${id}-note`}>
      {help && <div className="sr-help">{help}</div>}
      <Problem>{problem}</Problem>
    </div>
  </div>
);

type LabelledInputProps = Omit<FieldInputProps, "id" | "describedBy" | "invalid"> & { problem?: string };

/** The same with the control of a field. */
export function LabelledInput({ problem, ...input }: LabelledInputProps) {
  const id = useId();
  const { title, help } = input.field;
  return (
    <Labelled id={id} label={title} help={help} problem={problem}>
      <FieldInput {...input} id={id} invalid={!!problem} describedBy={`${id}-note`} />
    </Labelled>
  );
}
