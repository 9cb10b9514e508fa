import { api, invalidate } from "@staffroom/api";
import { type Choice, type Field, personPaths, type PersonKind } from "@staffroom/contract";
import { FormButton } from "@staffroom/form";
import { chosenIds } from "@staffroom/list";
import { formatNumber, toast } from "@staffroom/ui";

/** Maximum number of records in a call. */
const most = 1000;

/** The field that chooses an active template. */
export const templateField = (about: string): Field[] => [
  {
    name: "templateId",
    title: "Template",
    type: "select",
    required: true,
    optionsFrom: `/templates/checklist/names?about=${about}`,
  },
];

/** A button of the selection bar: starts a checklist for each selected person without an open one of the template. */
export function StartChecklists({ about, choice }: { about: PersonKind; choice: Choice }) {
  return (
    <FormButton
      small
      label="Start checklist"
      icon="list-checks"
      fields={templateField(about)}
      to={async (values) => {
        const ids = await chosenIds(personPaths[about], choice, most);
        if (!ids) return toast.info(`At most ${formatNumber(most)} records at once`);
        const { started, skipped } = await api.post<{ started: number; skipped: number }>("/checklists/start", {
          ...values,
          ids,
        });
        toast.success(skipped ? `${started} started, ${skipped} already had it open` : `${started} started`);
      }}
      onDone={() => invalidate("/checklists")}
    />
  );
}
