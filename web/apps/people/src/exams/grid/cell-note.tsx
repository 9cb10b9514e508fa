import { useRecord } from "@staffroom/api";
import type { RecordData } from "@staffroom/contract";
import { Icon, useDebounced } from "@staffroom/ui";
import type { ReactNode } from "react";
import { useEntryCheck } from "../entries/check";
import { RecordMoves } from "../record-moves";
import { isMade, stands, titleOf, typedOf, type GridEntry, type GridExam } from "./cells";

export type Chosen = {
  candidateId: number;
  candidate: string;
  exam: GridExam;
  entry: GridEntry | undefined;
  value: string | null;
};

/** The moves of a submitted entry: it is amended and withdrawn with a reason. */
function EntryMoves({ id, reload }: { id: number; reload: () => void }) {
  const settled = useDebounced(id);
  const { data, refetch } = useRecord<RecordData>(`/exams/entries/${settled}`);
  if (!data || settled !== id) return null;
  return (
    <RecordMoves
      record={data}
      reload={() => {
        void refetch();
        reload();
      }}
    />
  );
}

type Props = { chosen: Chosen | null; mayPlan: boolean; reload: () => void; children?: ReactNode };

/** The current cell in words: candidate and exam, refusals, warnings, and its moves. */
export function CellNote({ chosen, mayPlan, reload, children }: Props) {
  const entry = chosen && stands(chosen.entry) ? chosen.entry : undefined;
  const { problems } = useEntryCheck(
    chosen && {
      candidateId: chosen.candidateId,
      examId: chosen.exam.id,
      ...typedOf(chosen.exam, chosen.value),
      entryId: entry?.id ?? null,
    },
  );
  const rest = entry
    ? isMade(entry)
      ? "This entry was made. It is amended or withdrawn with a reason."
      : "Space takes the planned entry back."
    : "Space plans the entry.";
  return (
    <div className="exam-note">
      <div className="exam-note-text" role="status" aria-live="polite">
        {chosen ? (
          <b>
            {chosen.candidate}, {titleOf(chosen.exam)}
          </b>
        ) : (
          <span className="sr-muted">Choose a cell of an exam.</span>
        )}
        {problems.map(({ text, refuses }) => (
          <span key={text} className={refuses ? "sr-note-bad" : undefined}>
            <Icon name={refuses ? "close" : "alert"} size={14} /> {text}
          </span>
        ))}
        {chosen && mayPlan && !problems.length && <span className="sr-muted">{rest}</span>}
      </div>
      <div className="exam-marks">
        {entry && isMade(entry) && <EntryMoves id={entry.id} reload={reload} />}
        {children}
      </div>
    </div>
  );
}
