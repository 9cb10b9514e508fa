import { api } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { FormButton } from "@staffroom/form";
import { toast } from "@staffroom/ui";
import { readAgain } from "./types";

const fields: Field[] = [
  { name: "from", title: "Leads of", type: "select", required: true, optionsFrom: "/leads/owners?everybody=true" },
  {
    name: "to",
    title: "New owner",
    type: "select",
    optionsFrom: "/leads/owners",
    help: "Without one the rota gives them to those whose turn it is",
  },
];

/** Gives all open leads of a colleague to another. */
export function HandOver() {
  return (
    <FormButton
      label="Hand over leads"
      title="Hand over all open leads"
      submitLabel="Hand over"
      icon="users"
      fields={fields}
      onDone={readAgain}
      to={async (values) => {
        const { leads } = await api.post<{ leads: number }>("/leads/handover", values);
        toast.success(leads === 1 ? "1 lead has a new owner" : `${leads} leads have a new owner`);
      }}
    />
  );
}
