import { api, invalidate, useApi } from "@staffroom/api";
import type { Answer, RecordPieceProps } from "@staffroom/contract";
import { FieldFormDialog } from "@staffroom/form";
import { ListScreen } from "@staffroom/list";
import { Icon, toast } from "@staffroom/ui";
import { Button } from "antd";
import { useMemo, useState } from "react";

/** The number of exams stands in the list of series. */
const counted = () => void invalidate("/system/examseries");

function NewExam({ seriesId, onClose }: { seriesId: number; onClose: () => void }) {
  const form = useApi<Answer<"people", "/exam/fields">>("/exam/fields", undefined, { staleTime: 5 * 60_000 });
  const fields = (form.data?.sections ?? []).flatMap((section) => section.fields).filter(({ name }) => name !== "seriesId");
  if (!fields.length) return null;
  return (
    <FieldFormDialog
      open
      title="Add exam"
      fields={fields}
      initial={{ papers: 1 }}
      draftKey={`add:/exam:${seriesId}`}
      to={(values, idempotencyKey) => api.post("/exam", { ...values, seriesId }, { idempotencyKey })}
      onCancel={onClose}
      onDone={() => {
        toast.success();
        void invalidate("/exam");
        counted();
        onClose();
      }}
    />
  );
}

/** The exams of the series, editable after EDIT. */
export default function Exams({ record }: RecordPieceProps) {
  const [adding, setAdding] = useState(false);
  const fixed = useMemo(() => ({ seriesId: String(record.id) }), [record.id]);
  return (
    <>
      <ListScreen
        path="/exam"
        title="Exams"
        fixed={fixed}
        embedded={{}}
        onChanged={counted}
        emptyText="Add the exams that can be sat in this series."
        actions={record.may?.addExam === true && (
          <Button type="primary" icon={<Icon name="plus" size={15} />} onClick={() => setAdding(true)}>Add exam</Button>
        )}
      />
      {adding && <NewExam seriesId={record.id} onClose={() => setAdding(false)} />}
    </>
  );
}
