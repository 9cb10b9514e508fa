import { api, ApiError, errorText, useApi, useApis } from "@staffroom/api";
import type { Answer, RowOf } from "@staffroom/contract";
import { formatMoney, labelSearch, plainText } from "@staffroom/ui";
import { Select, type TableColumnsType } from "antd";
import { useState } from "react";
import { useEditing, useHasVat } from "../context";
import type { ItemBody } from "./line";
import { SelectionDialog } from "../selection-dialog";

type Exam = RowOf<"people", "/system/examseries/{seriesId}/exams/list">;
type ExamItem = ItemBody & { key: number };

const examName = ({ board, level, subject, code }: Exam) => [board, level, subject, code].filter(Boolean).join(" ");

const refusalOf = (exam: Exam, error: Error) =>
  error instanceof ApiError && error.status === 404
    ? `${examName(exam)} has no fees yet. Accounting or the exams office enters them under Exam fees.`
    : `${examName(exam)}: ${errorText(error)}`;

/** A search among the rows of a query. */
const selectOf = (name: string, { isFetching }: { isFetching: boolean }, none: string) => ({
  "aria-label": name,
  placeholder: name,
  showSearch: labelSearch,
  loading: isFetching,
  notFoundContent: isFetching ? "Loading…" : none,
});

/** Adds exam fees as lines: series, exams, their items (money.md 7). */
export default function ExamItems({ onClose }: { onClose: () => void }) {
  const { invoice, act } = useEditing();
  const [seriesId, setSeries] = useState<number>();
  const [examIds, setExams] = useState<number[]>([]);
  const series = useApi<Answer<"people", "/system/examseries/list">>("/system/examseries/list");
  const exams = useApi<Exam[]>(`/system/examseries/${seriesId}/exams/list`, undefined, {
    enabled: seriesId !== undefined,
  });
  const chosenExams = (exams.data ?? []).filter(({ id }) => examIds.includes(id));
  const items = useApis<ItemBody[]>(chosenExams.map(({ id }) => `/exam/${id}/invoiceitems`));
  // Items of several series may be selected: the selection survives a change of series.
  const rows = chosenExams.flatMap(({ id }, at): ExamItem[] =>
    (items[at]?.data ?? []).map((item, index) => ({ ...item, examId: id, key: id * 100 + index })),
  );
  const refused = chosenExams.flatMap((exam, at) => (items[at]?.error ? [refusalOf(exam, items[at].error)] : []));
  const lost = series.error ?? exams.error;

  const add = async (chosen: ExamItem[]) => {
    const notice = chosen.length === 1 ? "Item added" : `${chosen.length} items added`;
    const done = await act(async () => {
      for (const { key: _key, displayOrder: _order, ...body } of chosen.toSorted((one, other) => one.key - other.key)) {
        await api.post(`/invoice/${invoice.id}/item`, body);
      }
    }, notice);
    if (done) onClose();
  };

  const money = (title: string, of: "amount" | "VAT" | "total"): TableColumnsType<ExamItem>[number] => ({
    title,
    align: "right",
    width: 100,
    render: (_, row) => formatMoney(row[of], invoice.currency),
  });
  const uk = useHasVat();
  return (
    <SelectionDialog<ExamItem>
      many
      title="Exam items"
      submitLabel="Add items"
      rows={rows}
      keyOf={(row) => row.key}
      nameOf={(row) => plainText(row.description ?? "")}
      loading={items.some((one) => one.isFetching)}
      empty={
        lost ? errorText(lost) : examIds.length ? "Nothing to charge for." : "Choose a series and one or more exams."
      }
      columns={[
        { title: "Description", render: (_, row) => plainText(row.description ?? "") },
        money("Amount", "amount"),
        ...(uk ? [money("VAT", "VAT"), money("Total", "total")] : []),
      ]}
      tools={
        <div className="fin-exam-tools">
          <Select
            {...selectOf("Exam series", series, "There are no exam series yet.")}
            autoFocus
            value={seriesId}
            options={(series.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
            onChange={(id: number) => {
              setSeries(id);
              setExams([]);
            }}
          />
          <Select
            {...selectOf("Exams", exams, "This series has no exams.")}
            mode="multiple"
            disabled={seriesId === undefined}
            value={examIds}
            options={(exams.data ?? []).map((exam) => ({ value: exam.id, label: examName(exam) }))}
            onChange={setExams}
          />
          {refused.map((text) => (
            <p key={text} role="alert">
              {text}
            </p>
          ))}
        </div>
      }
      onChosen={add}
      onClose={onClose}
    />
  );
}
