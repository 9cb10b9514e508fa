import { api, invalidate } from "@staffroom/api";
import type { Row } from "@staffroom/contract";
import { toast } from "@staffroom/ui";
import { AddPerson } from "../../persons/person-picker";

/** Links a questionnaire to its student. */
export function LinkStudent({ row }: { row: Row }) {
  const link = async (studentId: number) => {
    await api.post(`/form/unallocatedpaqs/${String(row.id)}/student`, { studentId });
    await invalidate("/form/unallocatedpaqs");
    toast.success("Questionnaire linked");
  };
  return <AddPerson kind="student" title="Link student" onChosen={link} />;
}
