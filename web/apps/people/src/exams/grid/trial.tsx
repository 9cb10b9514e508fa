import { useEffect, useEffectEvent } from "react";
import { useDryRun } from "../../dry-run";
import { countedText } from "../boards/outcomes";
import { DryRunDialog, OutcomeTable, type Outcome } from "../dry-run-dialog";

export type Trial = {
  title: string;
  /** Label of the button that runs it: `Plan entries`. */
  verb: string;
  /** A dry run writes nothing. */
  run: (dry: boolean) => Promise<Outcome[]>;
};

const done = new Set(["added", "changed", "entered", "withdrawn"]);

/** Counts the cells of each outcome. */
function countsOf(rows: readonly Outcome[]): string {
  const counts: Record<string, number> = {};
  for (const { outcome } of rows) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return countedText(counts);
}

/** Previews a change of many cells as a dry run, then makes it and shows the results. */
export function TrialDialog({ trial: { title, verb, run }, onClose }: { trial: Trial; onClose: () => void }) {
  const trial = useDryRun(run);
  const start = useEffectEvent(trial.tryOut);
  useEffect(() => start(), []);
  const rows = trial.result;
  return (
    <DryRunDialog
      title={title}
      width={760}
      verb={verb}
      run={trial}
      isPossible={!!rows?.some(({ outcome }) => done.has(outcome))}
      onClose={onClose}
    >
      <div className="exam-trial" role="status" aria-busy={trial.isTrying || trial.isMaking}>
        {!rows && trial.isTrying && <p className="sr-muted">Trying each cell…</p>}
        {rows && (
          <>
            <p>
              {trial.isTried ? "A trial, nothing is written yet" : "Done"}
              {rows.length > 0 && <>: {countsOf(rows)}</>}.
            </p>
            <OutcomeTable rows={rows} />
          </>
        )}
      </div>
    </DryRunDialog>
  );
}
