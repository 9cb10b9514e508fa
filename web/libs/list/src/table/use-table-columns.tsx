import { queryClient } from "@staffroom/api";
import type { Column, FieldSaved, Page, Row } from "@staffroom/contract";
import type { TableColumnType } from "antd";
import { useEffect, useMemo, useState, type ReactNode, type RefObject } from "react";
import { hasOfficeTools } from "../office-tools";
import { fillPath } from "../request/row-address";
import { cellContent, columnWidths, contentWidths, controlContent, isRightAligned, rowName } from "./cells";
import { ColumnEdge } from "./column-edge";
import { shownColumns, type PlacedColumn } from "./columns";
import { EditCell } from "./edit-cell";
import { GroupHead, headOf, isHead } from "./grouped";
import { ariaSort, HeaderTitle } from "./head";
import { textWidth } from "./measure";
import { mayEdit } from "./rights";
import { RowLink } from "./row-link";
import { stackedHeight, StackedRow, StackedSort, stackOf } from "./stacked";
import type { TableProps } from "./types";

/** Returns the name column of a row; if the user has hidden it, the first text column. */
const namingColumn = (columns: readonly Column[], naming?: string) =>
  columns.find(({ name }) => name === naming) ??
  columns.find(({ type }) => type === "text") ??
  columns.find(({ type }) => type !== "id");

/** The width of the checkbox column, in pixels. */
export const besides = hasOfficeTools ? 40 : 0;
/** The width of a row's actions before they are measured, and the space around them, in pixels. */
const actionsWidth = 68;
const actionsPadding = 20;
/** The fraction of the table that pinned columns may cover; if they are wider, nothing is pinned. */
const pinnedPart = 0.6;

type Drawn = {
  grid: RefObject<HTMLDivElement | null>;
  isStacked: boolean;
  /** Folds the group of a key, or unfolds it. */
  fold: (key: string) => void;
};
type TableColumns = {
  columns: TableColumnType<Row>[];
  /** The width of all columns, in pixels. */
  width: number;
  /** The height of a row with two lines, in pixels; 0 if rows have one. */
  tall: number;
};

/** Builds the columns of the table, each with its width; a narrow table has one column, of rows with two lines. */
export function useTableColumns(props: TableProps, { grid, isStacked, fold }: Drawn): TableColumns {
  const { meta, path, placed, onWidth, rows, view, change, width: room, editing } = props;
  const { onOpen, addressOf, onEdited, cells, rowActions, scrollKey } = props;
  /** The column whose edge is being moved. */
  const [moved, setMoved] = useState<{ name: string; width: number } | null>(null);
  // Measured once for a page of rows: editing a row or resizing a column does not move the others.
  const hasRows = rows.length > 0;
  const measuredOf = `${scrollKey}:${hasRows}:${placed.map(({ name, hidden }) => (hidden ? "" : name)).join()}`;
  const contents = useMemo(
    () => (hasRows ? contentWidths(shownColumns(placed), rows, textWidth, (name) => !!cells?.[name]) : undefined),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- as said above
    [measuredOf],
  );
  const [acts, setActs] = useState(actionsWidth);
  useEffect(() => {
    const widest = Math.max(
      0,
      ...[...(grid.current?.querySelectorAll<HTMLElement>(".sr-row-actions") ?? [])].map(
        ({ scrollWidth }) => scrollWidth,
      ),
    );
    setActs((now) => Math.max(now, widest + actionsPadding));
  }, [grid, rows, rowActions]);

  const columns = useMemo<TableColumnType<Row>[]>(() => {
    const editable = new Map((editing && meta.edit ? meta.edit.fields : []).map((field) => [field.name, field]));
    const saved = (row: Row) => (change: FieldSaved) => {
      const written = (one: Row) =>
        one[meta.rowKey] === row[meta.rowKey] ? { ...one, [change.field]: change.value } : one;
      queryClient.setQueriesData<Page>(
        { predicate: ({ queryKey }) => queryKey[0] === path && queryKey[1] === "page" },
        (page) => page && { ...page, data: page.data.map(written) },
      );
      onEdited();
    };
    const shown = shownColumns(placed).map((column) =>
      column.name === moved?.name ? { ...column, chosen: moved.width } : column,
    );
    const naming = namingColumn(shown, meta.naming);
    const named = (column: Column, row: Row, content: ReactNode) => {
      const to = column === naming && onOpen ? addressOf?.(row) : null;
      if (!to) return content;
      const without = content === null ? `No ${column.title.toLowerCase()}` : undefined;
      return (
        <RowLink
          to={to}
          label={without && `${without}: ${rowName(shown, row, meta.rowKey)}`}
          onOpen={() => onOpen?.(row)}
        >
          {without ?? content}
        </RowLink>
      );
    };
    const drawn = (column: Column, row: Row, content: typeof cellContent) => {
      const custom = cells?.[column.name];
      return custom ? custom(row[column.name], row) : content(column, row);
    };
    const acting: TableColumnType<Row>[] = rowActions
      ? [
          {
            key: "sr-actions",
            width: acts,
            align: "right",
            fixed: isStacked ? undefined : "end",
            title: <span className="sr-visually-hidden">Actions</span>,
            render: (_: unknown, row: Row) =>
              isHead(row) ? null : <span className="sr-row-actions">{rowActions(row)}</span>,
          },
        ]
      : [];
    if (isStacked) {
      const stack = stackOf(shown, naming, view);
      const draw = (column: Column, row: Row) => named(column, row, drawn(column, row, controlContent));
      const title = <StackedSort shown={shown} view={view} change={change} />;
      return [
        {
          key: "sr-stacked",
          width: room - besides - (rowActions ? acts : 0),
          title,
          render: (_: unknown, row: Row) => {
            const sums = Object.values(headOf(row)?.group.sums ?? {}).join(" · ");
            return isHead(row) ? (
              <GroupHead row={row} onFold={fold}>
                {sums && <small className="sr-num">{sums}</small>}
              </GroupHead>
            ) : (
              <StackedRow stack={stack} row={row} draw={draw} />
            );
          },
        },
        ...acting,
      ];
    }
    const widths = columnWidths(shown, room - besides - (rowActions ? acts : 0), naming?.name, contents);
    const widthOf = ({ name }: PlacedColumn) => widths.get(name) ?? 0;
    const pinnedWidth = shown.filter((column) => column.pinned).reduce((sum, column) => sum + widthOf(column), besides);
    // The name of a group spans the columns before the first that has a sum.
    const ofName = (row: Row) => {
      const summed = shown.findIndex(({ name }, place) => place > 0 && headOf(row)?.group.sums[name] !== undefined);
      return summed > 0 ? summed : shown.length;
    };
    const tableColumns: TableColumnType<Row>[] = shown.map((column, place) => ({
      key: column.name,
      onCell: (row) => (isHead(row) && place < ofName(row) ? { colSpan: place ? 0 : ofName(row) } : {}),
      width: widthOf(column),
      fixed: column.pinned && pinnedWidth <= room * pinnedPart ? "start" : undefined,
      align: isRightAligned(column) ? "right" : undefined,
      ellipsis: true,
      title: (
        <>
          {column.sortable ? (
            <HeaderTitle title={column.title} name={column.name} view={view} change={change} />
          ) : (
            <span className="sr-head">{column.title}</span>
          )}
          {onWidth && (
            <ColumnEdge
              title={column.title}
              place={place + 1}
              width={widthOf(column)}
              onMove={(width) => setMoved({ name: column.name, width })}
              onDone={(width) => {
                setMoved(null);
                onWidth(column.name, width);
              }}
            />
          )}
        </>
      ),
      onHeaderCell: () => ({ "aria-sort": ariaSort(view, column.name) }),
      render: (_: unknown, row: Row) => {
        if (isHead(row))
          return place ? <b>{headOf(row)?.group.sums[column.name]}</b> : <GroupHead row={row} onFold={fold} />;
        const own = (content: typeof cellContent) => drawn(column, row, content);
        const field = editable.get(column.name);
        if (!field || !meta.edit || !mayEdit(row, field.name)) return named(column, row, own(cellContent));
        return (
          <EditCell field={field} path={fillPath(meta.edit.path, row)} row={row} onSaved={saved(row)}>
            {own(controlContent)}
          </EditCell>
        );
      },
    }));
    return [...tableColumns, ...acting];
  }, [
    meta,
    path,
    placed,
    moved,
    onWidth,
    view,
    change,
    room,
    isStacked,
    editing,
    onEdited,
    onOpen,
    addressOf,
    cells,
    rowActions,
    contents,
    acts,
    fold,
  ]);

  const tall = useMemo(() => {
    if (!isStacked) return 0;
    const shown = shownColumns(placed);
    return stackedHeight(
      stackOf(shown, namingColumn(shown, meta.naming), view),
      rows,
      room - besides - (rowActions ? acts : 0),
    );
  }, [isStacked, placed, meta, view, rows, room, rowActions, acts]);
  return { columns, width: columns.reduce((sum, column) => sum + Number(column.width), besides), tall };
}
