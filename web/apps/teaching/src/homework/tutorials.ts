import { api } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { formatDateTime } from "@staffroom/ui";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { dueTime, type NextTutorial } from "./types";

export const other = "other";
const offered = 6;

/** When homework is due: at one of the next six tutorials of a student on a course, or at another time (teaching.md 5). */
export function useDueFields(cwsId: number | null, after?: string): { fields: (option: unknown) => Field[]; first: string } {
  const { data } = useQuery({
    queryKey: ["/v2/slip/nextTutorials", cwsId, after ?? ""],
    queryFn: () => api.post<NextTutorial[]>("/v2/slip/nextTutorials", { courseWithStudentId: cwsId, fromDate: after ?? null, number: offered }),
    enabled: cwsId !== null,
  });
  return useMemo(() => {
    const options = [...(data ?? []).map(({ start }) => ({ value: start, label: `Tutorial ${formatDateTime(start)}` })), { value: other, label: "Another date" }];
    const option: Field = { name: "dateOption", title: "Due", type: "select", required: false, options };
    const date: Field = { name: "dueDate", title: "Due date", type: "datetime", required: false, time: dueTime };
    return { fields: (chosen) => (chosen === other ? [option, date] : [option]), first: data?.[0]?.start ?? "" };
  }, [data]);
}
