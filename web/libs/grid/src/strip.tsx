import { formatCount, Icon } from "@staffroom/ui";
import { Button } from "antd";
import type { ReactNode } from "react";
import { pendingCells } from "./pending";
import type { GridAction, GridState } from "./state";
import type { Sheet } from "./sheet";

type Props = {
  sheet: Sheet;
  state: GridState;
  dispatch: (action: GridAction) => void;
  takeFocus: () => void;
  onAdd?: () => void;
  onRemove?: () => void;
  children: ReactNode;
};

/** Below the rows: what can be done with them, what the last action left, and how saving stands. Its height never changes. */
export function Strip({ sheet, state, dispatch, takeFocus, onAdd, onRemove, children }: Props) {
  const pending = pendingCells(state.cells);
  const count = (...statuses: string[]) => pending.filter(({ pending: { status } }) => statuses.includes(status)).length;
  const refused = count("refused");
  const waiting = count("waiting");
  const first = pending.find(({ pending: { status } }) => status === "refused");
  const show = () => {
    if (!first) return;
    takeFocus();
    dispatch({ type: "go", to: { row: sheet.rowOf(first.row), column: sheet.columnOf(first.name) } });
  };
  return (
    <div className="sr-sheet-strip">
      {onAdd && <Button size="small" icon={<Icon name="plus" size={14} />} onClick={onAdd}>Add row</Button>}
      {onRemove && <Button size="small" onClick={onRemove}>Remove row</Button>}
      {children}
      <span className="sr-sheet-note" title={state.note || undefined}>{state.note}</span>
      {refused > 0 && <button type="button" className="sr-sheet-refused" onClick={show}><Icon name="alert" size={13} /> {formatCount(refused, "cell", "cells")} not saved. Show</button>}
      {waiting > 0 && <span>{formatCount(waiting, "cell waits", "cells wait")} for the server</span>}
      <span className="sr-sheet-state">{count("unsent", "sending") > 0 ? "Saving…" : state.hasSaved && !refused && !waiting ? "Saved" : ""}</span>
    </div>
  );
}
