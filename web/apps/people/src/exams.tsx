import { api, invalidate } from "@staffroom/api";
import type { RecordPieceProps } from "@staffroom/contract";
import { FormButton, useFields } from "@staffroom/form";
import { ListScreen } from "@staffroom/list";
import { toast } from "@staffroom/ui";
import { useMemo } from "react";

/** The number of exams stands in the list of series. */
const refreshSeries = () => void invalidate("/system/examseries");

/** The exams of the series, editable after EDIT. */
export default function Exams({ record: { id: seriesId, may } }: RecordPieceProps) {
  const { data: form, fields } = useFields("/exam");
  const fixed = useMemo(() => ({ seriesId: String(seriesId) }), [seriesId]);
  return (
    <ListScreen
      path="/exam"
      title="Exams"
      fixed={fixed}
      embedded={{}}
      onChanged={refreshSeries}
      emptyText="Add the exams that can be sat in this series."
      actions={may?.addExam === true && (
        <FormButton
          primary
          label="Add exam"
          fields={form && [...fields.values()].filter(({ name }) => name !== "seriesId")}
          initial={{ papers: 1 }}
          draftKey={`add:/exam:${seriesId}`}
          to={(values, idempotencyKey) => api.post("/exam", { ...values, seriesId }, { idempotencyKey })}
          onDone={() => {
            toast.success("Exam added");
            void invalidate("/exam");
            refreshSeries();
          }}
        />
      )}
    />
  );
}
