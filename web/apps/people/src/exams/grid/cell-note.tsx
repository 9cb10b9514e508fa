import { useRecord } from "@staffroom/api";
import type { RecordData } from "@staffroom/contract";
import { useDebounced } from "@staffroom/ui";
import { Moves } from "@staffroom/workflow";
import type { ReactNode } from "react";
import { useEntryCheck } from "../entries/check";
import { EntryProblems } from "../entries/check-note";
import { isMade, stands, titleOf, typedIn, type ChosenCell } from "./cells";

type Chosen = ChosenCell & { candidate: string };

/** The moves of a submitted entry: it is amended and withdrawn with a reason. */
function EntryMoves({ id, reload }: { id: number; reload: () => void }) {
  const settled = useDebounced(id);
  const { data, refetch } = useRecord<RecordData>(`/exams/entries/${settled}`);
  if (!data || settled !== id) return null;
  return (
    <Moves
      moves={data.moves}
      onDone={() => {
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
  const { problems } = useEntryCheck(chosen && typedIn(chosen));
  const rest = entry
    ? isMade(entry)
      ? "This entry has been made. Amend or withdraw it with a reason."
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
        <EntryProblems problems={problems} />
        {chosen && mayPlan && !problems.length && <span className="sr-muted">{rest}</span>}
      </div>
      <div className="exam-marks">
        {entry && isMade(entry) && <EntryMoves id={entry.id} reload={reload} />}
        {children}
      </div>
    </div>
  );
}
