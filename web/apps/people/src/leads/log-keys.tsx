import { FieldFormDialog } from "@staffroom/form";
import { useKey } from "@staffroom/list";
import { attempt, toast, useKeyHelp, type KeyHelp } from "@staffroom/ui";
import { useState } from "react";
import { logForm, logNoAnswer, type Somebody } from "./log-fields";
import { readAgain } from "./types";

type Props = { lead?: Somebody; onDone?: () => void };

const ofLead: readonly KeyHelp[] = [
  [["L"], "Log a call and set the next step"],
  [["N"], "Log an unanswered call"],
];
const ofRow: readonly KeyHelp[] = [
  [["L"], "Log a call with the lead of the row and set the next step"],
  [["N"], "Log an unanswered call with the lead of the row"],
];

/** Returns the lead of the row with the cursor. */
function inRow(): Somebody | undefined {
  const row = document.querySelector<HTMLElement>(".sr-row-active[data-row-key]");
  const id = Number(row?.dataset.rowKey);
  return id > 0 ? { id, name: row?.querySelector("a")?.textContent ?? "" } : undefined;
}

/** The keys that log a call: for the page's lead, or in a list for the row with the cursor. */
export function LogKeys({ lead, onDone }: Props) {
  const [logged, setLogged] = useState<Somebody | null>(null);
  const target = () => {
    const one = lead ?? inRow();
    if (!one) toast.info("Choose a row with the arrows first");
    return one;
  };
  useKeyHelp(lead ? ofLead : ofRow);
  useKey("l", (event) => {
    event.preventDefault();
    setLogged(target() ?? null);
  });
  useKey("n", (event) => {
    event.preventDefault();
    const one = target();
    if (one) void attempt(() => logNoAnswer(one, onDone));
  });
  if (!logged) return null;
  return (
    <FieldFormDialog
      open
      {...logForm(logged)}
      onCancel={() => setLogged(null)}
      onDone={async () => {
        setLogged(null);
        await readAgain();
        onDone?.();
        toast.success(`Logged for ${logged.name}`);
      }}
    />
  );
}
