import { formatCount, Icon } from "@staffroom/ui";
import { Button } from "antd";
import type { ReactNode } from "react";
import { pendingCells } from "../model/pending";
import type { GridAction, GridState } from "../model/grid-state";
import type { Sheet } from "../model/sheet";

type Props = {
  sheet: Sheet;
  state: GridState;
  dispatch: (action: GridAction) => void;
  takeFocus: () => void;
  onAdd?: () => void;
  onRemove?: () => void;
  children?: ReactNode;
};

/** True if any cell of the grid can be changed. */
const takesChanges = ({ size, mayEdit }: Sheet) => {
  for (let row = 0; row < size.rows; row += 1)
    for (let column = 0; column < size.columns; column += 1) if (mayEdit(row, column)) return true;
  return false;
};

/**
 * The bar below the rows: actions, the result of the last action, and the state of saving. Its height never changes:
 * without actions it says from the start how changes are saved. A read-only grid has none.
 */
export function Strip({ sheet, state, dispatch, takeFocus, onAdd, onRemove, children }: Props) {
  const isBare = !onAdd && !onRemove && !children;
  const pending = pendingCells(state.cells);
  const count = (...statuses: string[]) =>
    pending.filter(({ pending: { status } }) => statuses.includes(status)).length;
  const refused = count("refused");
  const waiting = count("waiting");
  const first = pending.find(({ pending: { status } }) => status === "refused");
  const show = () => {
    if (!first) return;
    takeFocus();
    dispatch({ type: "go", to: { row: sheet.rowOf(first.row), column: sheet.columnOf(first.name) } });
  };
  if (isBare && !pending.length && !state.note && !takesChanges(sheet)) return null;
  const atRest = isBare && !state.note ? "Each change is saved at once" : "";
  return (
    <div className="sr-sheet-strip">
      {onAdd && (
        <Button size="small" icon={<Icon name="plus" size={14} />} onClick={onAdd}>
          Add row
        </Button>
      )}
      {onRemove && (
        <Button size="small" onClick={onRemove}>
          Remove row
        </Button>
      )}
      {children}
      <span className="sr-sheet-note" title={state.note || undefined}>
        {state.note}
      </span>
      {refused > 0 && (
        <button type="button" className="sr-sheet-refused" onClick={show}>
          <Icon name="alert" size={13} /> {formatCount(refused, "cell", "cells")} not saved. Show
        </button>
      )}
      {waiting > 0 && <span>{formatCount(waiting, "cell waits", "cells wait")} for the server</span>}
      <span className="sr-sheet-state">
        {count("unsent", "sending") > 0 ? "Saving…" : refused || waiting ? "" : state.hasSaved ? "Saved" : atRest}
      </span>
    </div>
  );
}
