import { invalidate } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { FormButton } from "@staffroom/form";

const fields: Field[] = [
  {
    name: "reason",
    title: "Why do you need to see them?",
    type: "textarea",
    required: true,
    minLength: 10,
    maxLength: 500,
    help: "It is logged with your name. The details are shown for an hour.",
  },
];

/** Asks for a reason before a child's medical and welfare details are shown. */
export function WhyLooking({ id }: { id: number }) {
  return (
    <FormButton
      label="Show welfare details"
      icon="lock"
      fields={fields}
      to={`/students/${id}/look`}
      notice="Shown for an hour"
      onDone={() => invalidate("/students")}
    />
  );
}
