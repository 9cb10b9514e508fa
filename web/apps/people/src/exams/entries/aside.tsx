import { api, invalidate } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { FormButton } from "@staffroom/form";

const reason: Field[] = [
  {
    name: "reason",
    title: "Reason",
    type: "text",
    required: true,
    maxLength: 200,
    help: "Not our candidate, or entered by hand",
  },
];

/** Dismisses a refused row of results: it is no longer an anomaly. */
export function SetAside({ row }: { row: unknown }) {
  if (!row) return null;
  return (
    <FormButton
      small
      label="Set aside"
      fields={reason}
      notice="The row is set aside"
      to={(values) => api.post(`/exams/filerows/${String(row)}/aside`, values)}
      onDone={async () => {
        await Promise.all([invalidate("/exams/anomalies"), invalidate("/exams/files")]);
      }}
    />
  );
}
