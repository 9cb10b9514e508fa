import { formatNumber, IconButton, useAttempt } from "@staffroom/ui";
import { Select } from "antd";
import { useState } from "react";
import { useEntryCheck } from "../entries/check";
import {
  isMade,
  optionsOf,
  rowsOf,
  sendCells,
  titleOf,
  typedIn,
  type EntryGrid,
  type GridExam,
  type GridRow,
} from "./cells";
import { CellState, useStates } from "./parts";

type Props = { path: string; query: Record<string, string>; grid: EntryGrid };
type ExamProps = Omit<Props, "grid"> & {
  row: GridRow;
  exam: GridExam;
  mayPlan: boolean;
  states: ReturnType<typeof useStates>;
  isOpen: boolean;
  onOpen: () => void;
};

/**
 * An exam of the candidate: its state, and what can be planned. Refusals and warnings appear below after the first
 * change.
 */
function Exam({ path, query, row, exam, mayPlan, states, isOpen, onOpen }: ExamProps) {
  const [busy, attempt] = useAttempt();
  const [refusal, setRefusal] = useState("");
  const entry = row.entries.get(exam.id);
  const value = row[`e${exam.id}`] ?? null;
  const { problems } = useEntryCheck(isOpen ? typedIn({ candidateId: row.id, exam, entry, value }) : null);
  const set = (next: string | undefined) => {
    onOpen();
    void attempt(async () => {
      const [result] = await sendCells(
        path,
        query,
        [{ candidateId: row.id, examId: exam.id, value: next ?? null }],
        "",
        false,
      );
      setRefusal(result?.outcome === "refused" ? result.text : "");
    });
  };
  const texts = [...new Set([refusal, ...problems.map(({ text }) => text)])].filter(Boolean);
  return (
    <li>
      <span>
        <b>{titleOf(exam)}</b> <CellState exam={exam} entry={entry} value={value} states={states} focusable />
      </span>
      {mayPlan && !isMade(entry) && (
        <Select
          allowClear
          aria-label={`Entry for ${titleOf(exam)}`}
          placeholder="Nothing planned"
          loading={busy !== null}
          value={value ?? undefined}
          onFocus={onOpen}
          options={optionsOf(exam).map((option) => ({ value: String(option.value), label: option.label }))}
          onChange={set}
        />
      )}
      <div role="status">
        {texts.map((text) => (
          <p key={text} className={text === refusal ? "sr-note-bad" : "sr-muted"}>
            {text}
          </p>
        ))}
      </div>
    </li>
  );
}

/** The grid if there is only room for one candidate: the exams below each other. */
export function OneCandidate({ path, query, grid }: Props) {
  const states = useStates();
  const rows = rowsOf(grid);
  const [at, setAt] = useState(0);
  const [open, setOpen] = useState(0);
  const row = rows[at] ?? rows[0];
  if (!row) return null;
  const go = (to: number) => {
    setAt(to);
    setOpen(0);
  };
  return (
    <section aria-label={row.candidate}>
      <div className="exam-who">
        <IconButton label="Previous candidate" icon="chevron-left" disabled={at === 0} onClick={() => go(at - 1)} />
        <Select
          showSearch={{ optionFilterProp: "label" }}
          aria-label="Candidate"
          value={row.id}
          onChange={(id: number) => go(rows.findIndex((one) => one.id === id))}
          options={rows.map(({ id, candidate, number }) => ({
            value: id,
            label: [number, candidate].filter(Boolean).join(" "),
          }))}
        />
        <IconButton
          label="Next candidate"
          icon="chevron-right"
          disabled={at >= rows.length - 1}
          onClick={() => go(at + 1)}
        />
      </div>
      <p className="sr-muted">
        {formatNumber(at + 1)} of {formatNumber(rows.length)} candidates
      </p>
      <ul className="exam-list sr-bare">
        {grid.exams.map((exam) => (
          <Exam
            key={`${row.id} ${exam.id}`}
            path={path}
            query={query}
            row={row}
            exam={exam}
            mayPlan={grid.mayPlan}
            states={states}
            isOpen={open === exam.id}
            onOpen={() => setOpen(exam.id)}
          />
        ))}
      </ul>
    </section>
  );
}
