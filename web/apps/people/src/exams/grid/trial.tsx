import { Dialog, PlainTable, useAttempt } from "@staffroom/ui";
import { Button } from "antd";
import { useEffect, useEffectEvent, useState } from "react";
import { countedText, outcomeText } from "../boards/outcomes";

/** The outcome of a cell, also of a dry run. */
export type Outcome = { candidate: string; exam: string; outcome: string; text: string };
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
export function TrialDialog({ trial, onClose }: { trial: Trial; onClose: () => void }) {
  const [busy, attempt] = useAttempt();
  const [answer, setAnswer] = useState<{ dry: boolean; rows: Outcome[] }>();
  const go = (dry: boolean) => attempt(async () => setAnswer({ dry, rows: await trial.run(dry) }), String(dry));
  const start = useEffectEvent(() => void go(true));
  useEffect(() => start(), []);
  const isPossible = !!answer?.rows.some(({ outcome }) => done.has(outcome));
  return (
    <Dialog
      open
      width={760}
      title={trial.title}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{answer && !answer.dry ? "Close" : "Go back"}</Button>
          {(!answer || answer.dry) && (
            <Button type="primary" disabled={!isPossible} loading={busy === "false"} onClick={() => void go(false)}>
              {trial.verb}
            </Button>
          )}
        </>
      }
    >
      <div className="exam-trial" role="status" aria-busy={busy !== null}>
        {!answer && busy && <p className="sr-muted">Trying each cell…</p>}
        {answer && (
          <>
            <p>
              {answer.dry ? "A trial, nothing is written yet" : "Done"}
              {answer.rows.length > 0 && <>: {countsOf(answer.rows)}</>}.
            </p>
            <PlainTable<Outcome>
              stacks
              rows={answer.rows}
              keyOf={(_, place) => place}
              empty="No cell names an entry."
              columns={[
                { title: "Candidate", head: true, cell: ({ candidate }) => candidate },
                { title: "Exam", cell: ({ exam }) => exam },
                { title: "Outcome", cell: ({ outcome }) => outcomeText(outcome) },
                { title: "Why", cell: ({ text }) => text },
              ]}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}
