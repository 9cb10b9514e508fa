import { api, useApi } from "@staffroom/api";
import type { ListMeta, Row } from "@staffroom/contract";
import { Icon, toast, useDialogs } from "@staffroom/ui";
import { Button } from "antd";
import { useState, type ReactNode } from "react";
import { fillPath } from "../request/row-address";
import { rowName } from "../table/cells";
import { records } from "../jobs/move-result";
import { mayDelete as mayDeleteRow } from "../table/rights";
import { SelectionChange } from "./selection-change";
import { SelectionMoves } from "./selection-moves";
import {
  allSelected,
  choiceOf,
  nothingSelected,
  selectedCount,
  selectionLabel,
  type RowKey,
  type Selection,
} from "../selection/selection";
import { summedColumns, sumsOfAll, sumsOfRows, sumText, type Sums } from "./sums";

type Props = {
  meta: ListMeta;
  /** The path of the list's calls, and the query of its whole view. */
  path: string;
  query: Record<string, string>;
  rows: readonly Row[];
  total: number;
  exact: boolean;
  selection: Selection;
  setSelection: (selection: Selection) => void;
  mayDelete: boolean;
  mayArchive: boolean;
  mayMove: boolean;
  /** The address of a row, `/bills?bill={id}`. */
  at?: string;
  /** Called after rows were deleted, archived or restored. */
  onChanged: () => void;
  /** More buttons for the selection. */
  actions?: ReactNode;
};

/** The selected rows; null for all matches, and if some were never shown. */
function shownRows(selection: Selection): Row[] | null {
  if (selection.kind === "all") return null;
  const rows = [...selection.rows.values()];
  return rows.every((row) => row !== null) ? rows : null;
}

/** The sums of the selection: of its rows, or from the server's totals for all matches. */
function useSums({ meta, path, query, rows, total, selection }: Props): Sums[] {
  const isAll = selection.kind === "all";
  const asks = isAll && !!meta.totals && summedColumns(meta).length > 0;
  const totals = useApi<Row[]>(`${path}/totals`, query, { enabled: asks });
  if (!isAll) return sumsOfRows(meta, shownRows(selection) ?? []);
  if (asks) return totals.data ? sumsOfAll(meta, totals.data, selection.but.values()) : [];
  return total <= rows.length
    ? sumsOfRows(
        meta,
        rows.filter((row) => !selection.but.has(row[meta.rowKey] as number)),
      )
    : [];
}

/** The number and sums of the selected rows, and their actions. */
export function SelectionBar(props: Props) {
  const { meta, rows, total, exact, selection, setSelection, mayDelete, mayArchive, mayMove, onChanged, actions } =
    props;
  const sums = useSums(props);
  const dialogs = useDialogs();
  const [busy, setBusy] = useState(false);
  const count = selectedCount(selection, total);
  if (count === 0) return null;
  const chosen = shownRows(selection) ?? [];
  const wholePage =
    selection.kind === "rows" && rows.length > 0 && rows.every((row) => selection.rows.has(row[meta.rowKey] as number));

  const each = async (change: (row: Row) => Promise<unknown>, done: string) => {
    setBusy(true);
    const left = new Map(selection.kind === "rows" ? selection.rows : []);
    try {
      for (const row of chosen) {
        await change(row);
        left.delete(row[meta.rowKey] as number);
      }
      toast.success(`${records(chosen.length)} ${done}`);
    } catch (error) {
      toast.error(error);
    } finally {
      // If a call fails midway, the remaining rows stay selected.
      setSelection({ kind: "rows", rows: left });
      setBusy(false);
      onChanged();
    }
  };

  const remove = async () => {
    const only = chosen[0];
    const path = meta.delete?.path;
    if (!only || !path) return;
    const name = chosen.length === 1 ? rowName(meta.columns, only, meta.rowKey) : `${chosen.length} records`;
    if (await dialogs.askDelete(name)) await each((row) => api.delete(fillPath(path, row)), "deleted");
  };

  const archived = chosen.every((row) => row.archived === true);
  const archive = () =>
    each(
      (row) => api.put(fillPath(String(meta.edit?.path), row), { field: "archived", newValue: !archived }),
      archived ? "restored" : "archived",
    );

  /** Refused records stay selected for review, including those of other pages. */
  const afterMove = (refused?: ReadonlySet<RowKey>) => {
    const known = new Map([
      ...(selection.kind === "rows" ? selection.rows : []),
      ...rows.map((row) => [row[meta.rowKey] as RowKey, row] as const),
    ]);
    if (refused)
      setSelection({ kind: "rows", rows: new Map([...refused].map((key) => [key, known.get(key) ?? null])) });
    onChanged();
  };

  return (
    <div className="sr-selection" role="status">
      <span className="sr-num">{selectionLabel(selection, total, exact)}</span>
      {sums
        .filter(({ amounts }) => amounts.size > 0)
        .map((sum) => (
          <span key={sum.name} className="sr-num sr-sum">
            {sum.title} <b>{sumText(sum)}</b>
          </span>
        ))}
      {wholePage && (total > rows.length || !exact) && (
        <Button type="link" size="small" onClick={() => setSelection(allSelected)}>
          Select all that match
        </Button>
      )}
      <Button type="link" size="small" onClick={() => setSelection(nothingSelected)}>
        Clear selection
      </Button>
      <span className="sr-spacer" />
      {actions}
      {mayMove && !!meta.moves?.length && (
        <SelectionMoves
          moves={meta.moves}
          path={props.path}
          at={props.at}
          choice={choiceOf(selection, props.query)}
          onMoved={afterMove}
        />
      )}
      {mayMove && !!meta.changes?.fields.length && (
        <SelectionChange
          fields={meta.changes.fields}
          path={props.path}
          at={props.at}
          choice={choiceOf(selection, props.query)}
          onChanged={afterMove}
        />
      )}
      {mayArchive && chosen.length > 0 && (
        <Button size="small" loading={busy} onClick={() => void archive()}>
          {archived ? "Restore" : "Archive"}
        </Button>
      )}
      {mayDelete && chosen.length > 0 && chosen.every(mayDeleteRow) && (
        <Button size="small" danger loading={busy} icon={<Icon name="trash" size={14} />} onClick={remove}>
          Delete
        </Button>
      )}
    </div>
  );
}
