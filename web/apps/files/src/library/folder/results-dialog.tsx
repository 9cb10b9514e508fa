import { Dialog, PlainTable } from "@staffroom/ui";
import { Button } from "antd";
import type { Moved } from "../types";

type ResultsDialogProps = {
  title: string;
  done: string;
  results: readonly Moved[];
  onClose: () => void;
};

/** The result for each of several files. */
export function ResultsDialog({ title, done, results, onClose }: ResultsDialogProps) {
  const well = results.filter((result) => result.done).length;
  return (
    <Dialog
      open
      width={640}
      title={title}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p>
        {well} of {results.length} {done}.
      </p>
      <PlainTable<Moved>
        stacks
        rows={results}
        columns={[
          { title: "File", head: true, cell: ({ name }) => name || "A file that you do not see" },
          {
            title: "Result",
            cell: (result) =>
              result.done ? (
                done[0]?.toUpperCase() + done.slice(1)
              ) : (
                <span className="lib-overdue">{result.reason}</span>
              ),
          },
        ]}
      />
    </Dialog>
  );
}
