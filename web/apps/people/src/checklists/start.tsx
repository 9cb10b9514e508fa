import { api, invalidate } from "@staffroom/api";
import type { Choice, Field, Page } from "@staffroom/contract";
import { FormButton } from "@staffroom/form";
import { toast } from "@staffroom/ui";
import { things, type Kind } from "../types";

const most = 1000;

/** The field that chooses an active template. */
export const templateField = (about: string): Field[] => [
  { name: "templateId", title: "Template", type: "select", required: true, optionsFrom: `/templates/checklist/names?about=${about}` },
];

async function chosenIds(about: Kind, choice: Choice): Promise<number[]> {
  if ("ids" in choice) return choice.ids.map(Number);
  const except = new Set(choice.except?.map(Number));
  const page: Page = await api.page<Page>(things[about], { query: { ...choice.query, pageSize: most } });
  return page.data.map((row) => Number(row.id)).filter((id) => !except.has(id));
}

/** A button of the selection bar: starts a checklist for each selected person who has none of the template open. */
export function StartChecklists({ about, choice }: { about: Kind; choice: Choice }) {
  return (
    <FormButton
      small
      label="Start checklist"
      icon="list-checks"
      fields={templateField(about)}
      to={async (values) => {
        const ids = await chosenIds(about, choice);
        const { started, skipped } = await api.post<{ started: number; skipped: number }>("/checklists/start", { ...values, ids: ids.slice(0, most) });
        toast.success(`${started} started${skipped ? `, ${skipped} had it open already` : ""}`);
      }}
      onDone={() => invalidate("/checklists")}
    />
  );
}
