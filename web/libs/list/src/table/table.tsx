import { queryClient } from "@staffroom/api";
import type { CellRenderer, Column, FieldSaved, ListMeta, Page, Row, RowGroups } from "@staffroom/contract";
import { ignoreSecondClick, lastOpened, RowsSkeleton } from "@staffroom/ui";
import { Table, type TableColumnType, type TableRef } from "antd";
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from "react";
import { Link, useLocation } from "react-router";
import { fillPath, type ListView } from "../request/address";
import { cellContent, columnWidths, contentWidths, controlContent, isRightAligned, rowName } from "./cells";
import { ColumnEdge } from "./column-edge";
import { shownColumns, type PlacedColumn } from "./columns";
import { EditCell } from "./edit-cell";
import { GroupHead, headOf, isHead, withHeads } from "./grouped";
import { ariaSort, HeaderTitle } from "./head";
import { textWidth } from "./measure";
import { mayEdit } from "./rights";
import { hasOfficeTools } from "../screen/office-tools";
import { isSelected, select, type RowKey, type Selection } from "../selection/selection";
import { stackedBelow, stackedHeight, StackedRow, StackedSort, stackOf } from "./stacked";
import type { ChangeView } from "../request/use-view";

/** `enter` takes the focus to the first row. */
export type RowsHandle = { enter: () => void };

type Props = {
  handle?: Ref<RowsHandle>;
  /** Called by arrow up on the first row. */
  onLeave?: () => void;
  meta: ListMeta;
  path: string;
  /** The columns in their places, hidden ones included. */
  placed: readonly PlacedColumn[];
  /** Called with the width that the user gave a column; absent where columns are fixed. */
  onWidth?: (name: string, width: number) => void;
  rows: Row[];
  view: ListView;
  change: ChangeView;
  /** The width available to the table; 0 until it is measured. */
  width: number;
  /** The height of the rows. */
  height: number;
  loading: boolean;
  editing: boolean;
  selection: Selection;
  setSelection: (selection: Selection) => void;
  onOpen?: (row: Row) => void;
  /** The address of a row: its name is a link to it. */
  addressOf?: (row: Row) => string | null;
  /** Called after a cell was saved in place. */
  onEdited: () => void;
  cells?: Record<string, CellRenderer>;
  rowActions?: (row: Row) => ReactNode;
  rowClassName?: (row: Row) => string;
  groups?: RowGroups;
  /** Key of the remembered scroll position. */
  scrollKey: string;
  empty: ReactNode;
};

/** The name of a row, which opens it: a click here, a middle click in a new tab. */
function RowLink({
  to,
  label,
  onOpen,
  children,
}: {
  to: string;
  label?: string;
  onOpen: () => void;
  children: ReactNode;
}) {
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    ignoreSecondClick();
    onOpen();
  };
  return (
    <Link
      to={to}
      className="sr-row-link"
      aria-label={label}
      onClick={open}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {children}
    </Link>
  );
}

/** The column that says what a row is called; where the user has hidden it, the first of text. */
const namingColumn = (columns: readonly Column[], naming?: string) =>
  columns.find(({ name }) => name === naming) ??
  columns.find(({ type }) => type === "text") ??
  columns.find(({ type }) => type !== "id");

/** The width of the checkbox column, in pixels. */
const besides = hasOfficeTools ? 40 : 0;
/** The width of the actions of a row before they are measured, and the room around them, in pixels. */
const actionsWidth = 68;
const actionsPadding = 20;
/** The room of the bar below the rows, in pixels. */
const scrollbar = 8;
/** The part of the table that pinned columns may cover; where they are wider, nothing is pinned. */
const pinnedPart = 0.6;

/** The table must not read a row's own `children` as a tree. */
const noTree = { childrenColumnName: "__none" };

/** The rows: virtual, with a remembered scroll position and arrow keys. */
export function ListTable(props: Props) {
  const {
    meta,
    path,
    placed,
    onWidth,
    rows,
    view,
    change,
    width: room,
    height,
    editing,
    selection,
    setSelection,
    onOpen,
    addressOf,
    onEdited,
    cells,
    rowActions,
    scrollKey,
    groups,
  } = props;
  const table = useRef<TableRef>(null);
  const grid = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(-1);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const fold = useCallback(
    (key: string) => setFolded((now) => new Set(now.has(key) ? [...now].filter((one) => one !== key) : [...now, key])),
    [],
  );
  const drawnRows = useMemo(() => withHeads(rows, groups, folded, meta.rowKey), [rows, groups, folded, meta.rowKey]);
  /** The column whose edge is being moved. */
  const [moved, setMoved] = useState<{ name: string; width: number } | null>(null);
  const keyOf = (row: Row) => row[meta.rowKey] as RowKey;
  const { pathname, search } = useLocation();
  const isStacked = room > 0 && room < stackedBelow && !editing;
  const cameFrom = useMemo(() => lastOpened(`${pathname}${search}`), [pathname, search]);

  // Measured once for a page of rows: editing one, or widening a column, moves no other.
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
  }, [rows, rowActions]);

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
    // The name of a group takes the columns before the first that has a sum.
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

  const width = columns.reduce((sum, column) => sum + Number(column.width), besides);
  // Without rows the heads share the room: there is nothing to scroll to.
  const isEmpty = !rows.length && !props.loading && room > 0 && width > room;
  const tall = useMemo(() => {
    if (!isStacked) return 0;
    const shown = shownColumns(placed);
    return stackedHeight(
      stackOf(shown, namingColumn(shown, meta.naming), view),
      rows,
      room - besides - (rowActions ? acts : 0),
    );
  }, [isStacked, placed, meta, view, rows, room, rowActions, acts]);
  const rowHeight = isStacked ? tall : document.documentElement.dataset.density === "comfortable" ? 36 : 30;
  // Whole rows, above the bar of a list that scrolls sideways.
  const body = Math.max(rowHeight, Math.floor((height - (width > room ? scrollbar : 0)) / rowHeight) * rowHeight);

  useEffect(() => {
    if (!rows.length) return;
    const saved = Number(sessionStorage.getItem(`staffroom.scroll.${scrollKey}`));
    if (saved > 0) table.current?.scrollTo({ top: saved });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when the view's first rows stand, not on each change of them
  }, [scrollKey, rows.length > 0]);

  useImperativeHandle(
    props.handle,
    () => ({
      enter: () => {
        grid.current?.focus();
        setActive(0);
        table.current?.scrollTo({ index: 0 });
      },
    }),
    [],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.target as HTMLElement).closest("input[type='text'], textarea, .sr-edit-cell")) return;
    const move = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 10,
      PageUp: -10,
      Home: -drawnRows.length,
      End: drawnRows.length,
    }[event.key];
    const row = drawnRows[active];
    const head = row && headOf(row);
    if (event.key === "ArrowUp" && active === 0 && props.onLeave) {
      event.preventDefault();
      setActive(-1);
      props.onLeave();
    } else if (move !== undefined && rows.length) {
      event.preventDefault();
      const next = Math.max(0, Math.min(drawnRows.length - 1, active + move));
      setActive(next);
      table.current?.scrollTo({ index: next });
    } else if (head && (event.key === "Enter" || event.key === " ") && event.target === event.currentTarget) {
      event.preventDefault();
      fold(head.group.key);
    } else if (event.key === "Enter" && row && !head && onOpen && (event.target as HTMLElement).tagName !== "BUTTON") {
      event.preventDefault();
      onOpen(row);
    } else if (hasOfficeTools && event.key === " " && row && !head && event.target === event.currentTarget) {
      event.preventDefault();
      setSelection(select(selection, [row], keyOf, !isSelected(selection, keyOf(row))));
    } else if (event.key === "Escape") setActive(-1);
  };

  const selectedKeys = useMemo(
    () => rows.map((row) => row[meta.rowKey] as RowKey).filter((key) => isSelected(selection, key)),
    [rows, meta.rowKey, selection],
  );

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the grid takes the arrow keys as one stop
    <div
      ref={grid}
      className="sr-grid"
      role="region"
      aria-label={`${meta.title}, rows`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the grid takes the arrow keys as one stop
      tabIndex={0}
      onKeyDown={onKeyDown}
      data-editing={editing || undefined}
      data-stacked={isStacked || undefined}
      style={isStacked ? ({ "--row-height": `${tall}px` } as CSSProperties) : undefined}
    >
      <Table<Row>
        ref={table}
        virtual
        size="small"
        rowKey={meta.rowKey}
        expandable={noTree}
        columns={isEmpty ? columns.map(({ width: _width, fixed: _fixed, ...column }) => column) : columns}
        dataSource={drawnRows}
        pagination={false}
        loading={props.loading && rows.length > 0}
        scroll={{ x: isEmpty ? room : width, y: body }}
        showSorterTooltip={false}
        locale={{ emptyText: props.loading ? <RowsSkeleton columns={columns.length} /> : props.empty }}
        onScroll={(event) => {
          const { scrollTop } = event.currentTarget;
          sessionStorage.setItem(`staffroom.scroll.${scrollKey}`, String(Math.round(scrollTop)));
        }}
        rowClassName={(row, index) =>
          `${index === active ? "sr-row-active" : ""} ${isHead(row) ? "sr-row-group" : ""} ${!isHead(row) && cameFrom && addressOf?.(row) === cameFrom ? "sr-row-last" : ""} ${(!isHead(row) && props.rowClassName?.(row)) || ""}`
        }
        onRow={(row, index) => ({
          onClick: () => setActive(index ?? -1),
          onDoubleClick: () => !editing && !isHead(row) && onOpen?.(row),
        })}
        rowSelection={
          hasOfficeTools
            ? {
                columnWidth: besides,
                fixed: columns.some((column) => column.fixed === "start"),
                selectedRowKeys: selectedKeys,
                onSelect: (row, on) => setSelection(select(selection, [row], keyOf, on)),
                onSelectAll: (on) => setSelection(select(selection, rows, keyOf, on)),
                onSelectMultiple: (on, _all, changed) =>
                  setSelection(
                    select(
                      selection,
                      changed.filter((row) => !isHead(row)),
                      keyOf,
                      on,
                    ),
                  ),
                renderCell: (_on, row, _place, box) => (isHead(row) ? null : box),
                getCheckboxProps: (row) => ({
                  disabled: isHead(row),
                  "aria-label": `Select ${rowName(meta.columns, row, meta.rowKey)}`,
                }),
                getTitleCheckboxProps: () => ({ "aria-label": "Select all rows of this page" }),
              }
            : undefined
        }
      />
    </div>
  );
}
