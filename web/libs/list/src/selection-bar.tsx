import { api } from "@staffroom/api";
import type { ListMeta, Row } from "@staffroom/contract";
import { Icon, toast, useDialogs } from "@staffroom/ui";
import { Button } from "antd";
import { useState, type ReactNode } from "react";
import { fillPath } from "./address";
import { rowName } from "./cells";
import { allSelected, nothingSelected, selectedCount, selectionLabel, type Selection } from "./selection";

type Props = {
  meta: ListMeta;
  rows: readonly Row[];
  total: number;
  exact: boolean;
  selection: Selection;
  setSelection: (selection: Selection) => void;
  mayDelete: boolean;
  onDeleted: () => void;
  /** What else can be done with the selection. */
  actions?: ReactNode;
};

/** What is selected, and what can be done with it. */
export function SelectionBar({ meta, rows, total, exact, selection, setSelection, mayDelete, onDeleted, actions }: Props) {
  const dialogs = useDialogs();
  const [busy, setBusy] = useState(false);
  const count = selectedCount(selection, total);
  if (count === 0) return null;
  const chosen = selection.kind === "rows" ? [...selection.rows.values()] : [];
  const wholePage = selection.kind === "rows" && rows.length > 0 && rows.every((row) => selection.rows.has(row[meta.rowKey] as number));

  const remove = async () => {
    const only = chosen[0];
    if (!only || !meta.delete) return;
    const name = chosen.length === 1 ? rowName(meta.columns, only, meta.rowKey) : `${chosen.length} records`;
    if (!(await dialogs.askDelete(name))) return;
    setBusy(true);
    const left = new Map(selection.kind === "rows" ? selection.rows : []);
    try {
      for (const row of chosen) {
        await api.delete(fillPath(meta.delete.path, row));
        left.delete(row[meta.rowKey] as number);
      }
      toast.success();
    } catch (error) {
      toast.error(error);
    } finally {
      // After a refusal in the middle, what is left stays selected.
      setSelection({ kind: "rows", rows: left });
      setBusy(false);
      onDeleted();
    }
  };

  return (
    <div className="sr-selection" role="status">
      <span className="sr-num">{selectionLabel(selection, total, exact)}</span>
      {wholePage && (total > rows.length || !exact) && <Button type="link" size="small" onClick={() => setSelection(allSelected)}>Select all that match</Button>}
      <Button type="link" size="small" onClick={() => setSelection(nothingSelected)}>Clear selection</Button>
      <span className="sr-spacer" />
      {actions}
      {mayDelete && chosen.length > 0 && (
        <Button size="small" danger loading={busy} icon={<Icon name="trash" size={14} />} onClick={remove}>Delete</Button>
      )}
    </div>
  );
}
