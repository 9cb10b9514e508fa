import { api, invalidate } from "@staffroom/api";
import { type Choice, type Field, personPaths, type PersonKind } from "@staffroom/contract";
import { FormButton } from "@staffroom/form";
import { chosenIds } from "@staffroom/list";
import { formatCount, formatNumber, toast } from "@staffroom/ui";

/** Maximum number of people in a request. */
export const most = 1000;

/** The field that asks whether the members of a group fill the form in themselves. */
export const whoField = (members: string): Field => ({
  name: "to",
  title: "To be filled in by",
  type: "select",
  required: true,
  options: [
    { value: "person", label: members },
    { value: "clients", label: "Their parents or guardians" },
  ],
});
export const deadlineField: Field = {
  name: "deadline",
  title: "Deadline",
  type: "datetime",
  required: true,
  time: "23:59",
  help: "They are reminded 7 days and 1 day before, on the day, and 3 and 7 days after it.",
};
const formField: Field = {
  name: "formId",
  title: "Form",
  type: "select",
  required: true,
  optionsFrom: "/forms/names",
};
const noteField: Field = { name: "note", title: "Note in the request", type: "textarea", maxLength: 1000 };
const fields = [formField, deadlineField, noteField];
const fieldsOfStudents = [formField, whoField("The students"), deadlineField, noteField];

/** A button of the selection bar: requests a form from each selected person. */
export function RequestForms({ kind, choice }: { kind: PersonKind; choice: Choice }) {
  return (
    <FormButton
      small
      label="Request form"
      icon="send"
      fields={kind === "student" ? fieldsOfStudents : fields}
      to={async ({ formId, ...values }) => {
        const personIds = await chosenIds(personPaths[kind], choice, most);
        if (!personIds) return toast.info(`At most ${formatNumber(most)} records at once`);
        const { asked, refused } = await api.post<{ asked: number; refused: number }>(
          `/form/${String(formId)}/requests`,
          { ...values, kind, personIds },
        );
        toast.success(
          `Requested from ${formatCount(asked, "person", "people")}${refused ? `, ${formatNumber(refused)} were left out` : ""}`,
        );
      }}
      onDone={() => invalidate("/form/requests")}
    />
  );
}
