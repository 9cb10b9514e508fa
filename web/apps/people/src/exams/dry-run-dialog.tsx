import { Dialog, PlainTable } from "@staffroom/ui";
import { Button } from "antd";
import type { ReactNode } from "react";
import type { Tried } from "../dry-run";
import { outcomeText } from "./boards/outcomes";

type DryRunDialogProps = {
  title: string;
  width: number;
  /** Label of the button that makes the change: `Plan entries`. */
  verb: string;
  run: Tried;
  /** False if the dry run found nothing to change. */
  isPossible: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog with the result of a dry run, and then with that of the change itself. */
export function DryRunDialog({ title, width, verb, run, isPossible, onClose, children }: DryRunDialogProps) {
  return (
    <Dialog
      open
      width={width}
      title={title}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{run.isMade ? "Close" : "Go back"}</Button>
          {!run.isMade && (
            <Button type="primary" disabled={!isPossible} loading={run.isMaking} onClick={run.make}>
              {verb}
            </Button>
          )}
        </>
      }
    >
      {children}
    </Dialog>
  );
}

/** The outcome of an entry, also of a dry run. */
export type Outcome = { candidate: string; exam: string; outcome: string; text: string };

/** The outcomes of entries, one in each row. */
export const OutcomeTable = ({ rows }: { rows: readonly Outcome[] }) => (
  <PlainTable<Outcome>
    stacks
    rows={rows}
    keyOf={(_, place) => place}
    empty="No cell names an entry."
    columns={[
      { title: "Candidate", head: true, cell: ({ candidate }) => candidate },
      { title: "Exam", cell: ({ exam }) => exam },
      { title: "Outcome", cell: ({ outcome }) => outcomeText(outcome) },
      { title: "Why", cell: ({ text }) => text },
    ]}
  />
);
