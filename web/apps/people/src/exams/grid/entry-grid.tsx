import { api, invalidate, useApi } from "@staffroom/api";
import type { RecordPieceProps } from "@staffroom/contract";
import { Grid, type CellChange, type GridColumn, type GridPlace, type GridProps, type Refusal } from "@staffroom/grid";
import { Answered, formatCount, formatNumber, Refusable, StatePanel, useMedia } from "@staffroom/ui";
import { Button } from "antd";
import { useMemo, useState } from "react";
import type { Outcome } from "../dry-run-dialog";
import { CellNote } from "./cell-note";
import {
  codeOf,
  examIdOf,
  isSheet,
  optionsOf,
  pastedCells,
  planned,
  rowsOf,
  sendCells,
  sheetText,
  stands,
  titleOf,
  isMade,
  type Cell,
  type CellResult,
  type EntryGrid,
  type GridRow,
} from "./cells";
import { GridFilters, useGridQuery } from "./filters";
import { OneCandidate } from "./one-candidate";
import { CellState, useStates } from "./parts";
import { TrialDialog, type Trial } from "./trial";
import "../style.css";

const phone = "(max-width: 619px)";
type Props = { path: string; seriesId: number; query: Record<string, string>; grid: EntryGrid };

/** The results of cells with the names of candidates and exams. */
function named(results: readonly CellResult[], { candidates, exams }: EntryGrid): Outcome[] {
  const nameOf = new Map(candidates.map(({ id, name }) => [id, name]));
  const examOf = new Map(exams.map((exam) => [exam.id, titleOf(exam)]));
  return results.map(({ candidateId, examId, outcome, text }) => ({
    candidate: nameOf.get(candidateId) ?? "",
    exam: examOf.get(examId) ?? "",
    outcome,
    text,
  }));
}

/**
 * Candidates in rows, exams in columns: cells are planned by Space, by typing and by pasting, and submitted together.
 */
function Sheet({ path, seriesId, query, grid }: Props) {
  const states = useStates();
  const [place, setPlace] = useState<GridPlace<GridRow> | null>(null);
  const [trial, setTrial] = useState<Trial | null>(null);
  const { exams, mayPlan } = grid;
  const rows = useMemo(() => rowsOf(grid), [grid]);
  const columns = useMemo<readonly GridColumn<GridRow>[]>(
    () => [
      {
        name: "candidate",
        title: "Candidate",
        width: 220,
        frozen: true,
        readOnly: true,
        cell: ({ candidate, number }) => (
          <>
            {number && <span className="sr-num">{number} </span>}
            {candidate}
          </>
        ),
      },
      ...exams.map((exam): GridColumn<GridRow> => ({
        name: `e${exam.id}`,
        title: titleOf(exam),
        type: "select",
        options: optionsOf(exam),
        width: 128,
        head: (
          <span className="sr-sheet-value" title={titleOf(exam)} aria-hidden>
            {[codeOf(exam), exam.code && exam.subject].filter(Boolean).join(" ")}
          </span>
        ),
        readOnly: ({ entries }) => !mayPlan || isMade(entries.get(exam.id)),
        toggled: (_, value) => (value ? null : planned),
        cell: ({ entries }, { value }) => (
          <CellState exam={exam} entry={entries.get(exam.id)} value={value} states={states} />
        ),
      })),
    ],
    [exams, mayPlan, states],
  );
  const reload = () => void Promise.all([invalidate(path), invalidate("/exams/entries")]);

  const save = async (changes: readonly CellChange[]): Promise<Refusal[]> => {
    const cells = changes.map(({ row, name, value }): Cell => ({
      candidateId: Number(row),
      examId: examIdOf(name),
      value: value as string | null,
    }));
    const results = await sendCells(path, query, cells, "", false);
    return results.flatMap(({ outcome, text }, at) =>
      outcome === "refused" && changes[at] ? [{ row: changes[at].row, name: changes[at].name, text }] : [],
    );
  };
  const tryCells = (title: string, verb: string, cells: readonly Cell[], act: "" | "/enter") =>
    setTrial({
      title,
      verb,
      run: async (dry) => named(await sendCells(path, query, cells, act, dry), grid),
    });
  const onPaste: GridProps<GridRow>["onPaste"] = (block, at) => {
    if (!mayPlan || (block.length === 1 && block[0]?.length === 1)) return false;
    if (isSheet(block, exams)) {
      setTrial({
        title: "Entries from the pasted sheet",
        verb: "Plan entries",
        run: async (dry) => {
          const outcomes = await api.post<Outcome[]>("/exams/entries/paste", { seriesId, text: sheetText(block), dry });
          if (!dry) await invalidate(path);
          return outcomes;
        },
      });
      return true;
    }
    const from = {
      row: rows.findIndex(({ id }) => id === at.row),
      exam: exams.findIndex(({ id }) => `e${id}` === at.name),
    };
    if (from.exam < 0) return false;
    tryCells("Pasted entries", "Plan entries", pastedCells(block, rows, exams, from), "");
    return true;
  };

  const exam = place && exams.find(({ id }) => `e${id}` === place.name);
  const chosen =
    place && exam
      ? {
          candidateId: place.row.id,
          candidate: place.row.candidate,
          exam,
          entry: place.row.entries.get(exam.id),
          value: place.row[`e${exam.id}`] ?? null,
        }
      : null;
  const marked = useMemo(
    (): Cell[] =>
      (place?.rows ?? []).flatMap((row) =>
        (place?.names ?? [])
          .filter((name) => name !== "candidate")
          .map((name) => ({ candidateId: row.id, examId: examIdOf(name) })),
      ),
    [place],
  );
  const waiting = useMemo(() => {
    const byId = new Map(rows.map((row) => [row.id, row]));
    return marked.filter(({ candidateId, examId }) => byId.get(candidateId)?.entries.get(examId)?.status === "planned");
  }, [marked, rows]);
  return (
    <>
      <CellNote chosen={chosen} mayPlan={mayPlan} reload={reload}>
        {mayPlan && (
          <Refusable refusal={waiting.length ? null : "Select cells with planned entries first"}>
            <Button
              size="small"
              type="primary"
              onClick={() => tryCells("Enter all selected entries", "Enter entries", waiting, "/enter")}
            >
              {waiting.length > 1 ? `Enter all ${formatNumber(waiting.length)}` : "Enter"}
            </Button>
          </Refusable>
        )}
      </CellNote>
      <Grid<GridRow>
        className="exam-grid"
        rows={rows}
        rowKey="id"
        label="Entries of the series"
        columns={columns}
        save={save}
        onPaste={onPaste}
        onPlace={setPlace}
        draftKey={`entry grid ${seriesId}`}
        foot={
          <span>
            {formatCount(
              rows.filter(({ entries }) => [...entries.values()].some(stands)).length,
              "candidate with entries",
              "candidates with entries",
            )}
          </span>
        }
      />
      {trial && <TrialDialog trial={trial} onClose={() => setTrial(null)} />}
    </>
  );
}

/** The entries of a series as a grid; on a phone one candidate at a time. */
export default function EntryGridTab({ record }: RecordPieceProps) {
  const seriesId = Number(record.id);
  const path = `/exams/series/${seriesId}/grid`;
  const { query, narrow } = useGridQuery();
  const isPhone = useMedia(phone);
  const grid = useApi<EntryGrid>(path, query, { staysUntilNext: true });
  return (
    <div className="exam-stack">
      <Answered query={grid} title="The entries did not load" rows={10}>
        {(answer) => (
          <>
            <GridFilters grid={answer} query={query} narrow={narrow} />
            {answer.withoutRecord.length > 0 && (
              <p className="sr-muted">Without a record as a candidate: {answer.withoutRecord.join(", ")}.</p>
            )}
            {answer.examsTotal > answer.exams.length && (
              <p className="sr-muted">
                The first {formatNumber(answer.exams.length)} of {formatNumber(answer.examsTotal)} exams. Choose a
                board, a level or a subject to see others.
              </p>
            )}
            {!answer.exams.length || !answer.candidates.length ? (
              <StatePanel
                icon="list-checks"
                title={answer.exams.length ? "No candidate here yet" : "No exam here yet"}
                text={
                  answer.exams.length
                    ? "Choose a course: its students appear here. Press Space to plan an entry."
                    : "Add exams to the series, or choose another board, level or subject."
                }
              />
            ) : isPhone ? (
              <OneCandidate path={path} query={query} grid={answer} />
            ) : (
              <Sheet path={path} seriesId={seriesId} query={query} grid={answer} />
            )}
          </>
        )}
      </Answered>
    </div>
  );
}
