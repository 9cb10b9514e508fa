import { api, errorText, useApi } from "@staffroom/api";
import { formatMoney, plainText } from "@staffroom/ui";
import { Select } from "antd";
import { useState } from "react";
import { itemKinds, type InvoiceItem } from "../types";
import { useEditing } from "./context";
import type { ItemBody } from "./line";
import { SelectionDialog } from "./selection-dialog";

type Series = { id: number; name?: string; title?: string };
type Exam = Series & { board?: string; code?: string; level?: string; subject?: string };
type ExamItem = ItemBody & { key: number };

const examName = ({ board, code, level, subject, name, title }: Exam) =>
  [board, level, subject, code].filter(Boolean).join(" ") || name || title || "";

/** Takes the fees of an exam over as lines: series, exam, its items (money.md 7). */
export default function ExamItems({ onClose }: { onClose: () => void }) {
  const { invoice, act } = useEditing();
  const [seriesId, setSeries] = useState<number>();
  const [examId, setExam] = useState<number>();
  const series = useApi<Series[]>("/system/examseries/list");
  const exams = useApi<Exam[]>(`/system/examseries/${seriesId}/exams/list`, undefined, { enabled: seriesId !== undefined });
  const items = useApi<ItemBody[]>(`/exam/${examId}/invoiceitems`, undefined, { enabled: examId !== undefined });
  // Items of several exams may be chosen one after another.
  const rows: ExamItem[] = (items.data ?? []).map((item, index) => ({ ...item, examId, key: (examId ?? 0) * 100 + index }));
  const error = series.error ?? exams.error ?? items.error;

  const add = async (chosen: ExamItem[]) => {
    const told = chosen.length === 1 ? "Item added" : `${chosen.length} items added`;
    const done = await act(async () => {
      for (const { key: _key, displayOrder: _order, ...body } of chosen.toSorted((one, other) => one.key - other.key)) {
        await api.post(`/invoice/${invoice.id}/item`, body);
      }
    }, told);
    if (done) onClose();
  };

  return (
    <SelectionDialog<ExamItem>
      many
      title="Exam items"
      submitLabel="Add items"
      rows={rows}
      keyOf={(row) => row.key}
      nameOf={(row) => plainText(row.description ?? "")}
      loading={items.isFetching}
      empty={error ? errorText(error) : examId === undefined ? "Choose a series and an exam." : "This exam has no items."}
      columns={[
        { title: "Item type", width: 110, render: (_, row) => row.metaType && itemKinds[row.metaType as InvoiceItem["metaType"]] },
        { title: "Description", render: (_, row) => plainText(row.description ?? "") },
        { title: "Amount", align: "right", width: 120, render: (_, row) => formatMoney(row.amount, invoice.currency) },
      ]}
      tools={
        <div className="fin-exam-tools">
          <Select
            aria-label="Exam series"
            placeholder="Exam series"
            autoFocus
            showSearch={{ optionFilterProp: "label" }}
            loading={series.isFetching}
            value={seriesId}
            options={(series.data ?? []).map((one) => ({ value: one.id, label: one.name ?? one.title }))}
            onChange={(id: number) => {
              setSeries(id);
              setExam(undefined);
            }}
          />
          <Select
            aria-label="Exam"
            placeholder="Exam"
            showSearch={{ optionFilterProp: "label" }}
            loading={exams.isFetching}
            disabled={seriesId === undefined}
            value={examId}
            options={(exams.data ?? []).map((exam) => ({ value: exam.id, label: examName(exam) }))}
            onChange={setExam}
          />
        </div>
      }
      onChosen={add}
      onClose={onClose}
    />
  );
}
