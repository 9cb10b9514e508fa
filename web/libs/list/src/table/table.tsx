import type { Row } from "@staffroom/contract";
import { lastOpened, RowsSkeleton } from "@staffroom/ui";
import { Table, type TableRef } from "antd";
import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState, type CSSProperties } from "react";
import { useLocation } from "react-router";
import { hasOfficeTools } from "../office-tools";
import { isSelected, select, type RowKey } from "../selection/selection";
import { rowName } from "./cells";
import { isHead, withHeads } from "./grouped";
import { rowKeys } from "./row-keys";
import { stackedBelow } from "./stacked";
import type { TableProps } from "./types";
import { besides, useTableColumns } from "./use-table-columns";

/** The height of the bar below the rows, in pixels. */
const scrollbar = 8;
/** The table must not read a row's own `children` as a tree. */
const noTree = { childrenColumnName: "__none" };

/** The rows: virtual, with a remembered scroll position and arrow keys. */
export function ListTable(props: TableProps) {
  const {
    meta,
    rows,
    width: room,
    height,
    editing,
    selection,
    setSelection,
    onOpen,
    addressOf,
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
  const keyOf = (row: Row) => row[meta.rowKey] as RowKey;
  const { pathname, search } = useLocation();
  const isStacked = room > 0 && room < stackedBelow && !editing;
  const cameFrom = useMemo(() => lastOpened(`${pathname}${search}`), [pathname, search]);

  const { columns, width, tall } = useTableColumns(props, { grid, isStacked, fold });

  // Without rows the headings share the room: there is nothing to scroll to.
  const isEmpty = !rows.length && !props.loading && room > 0 && width > room;
  const rowHeight = isStacked ? tall : document.documentElement.dataset.density === "comfortable" ? 36 : 30;
  // Whole rows, above the scroll bar of a list that scrolls sideways.
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

  const onKeyDown = rowKeys({
    rows: drawnRows,
    active,
    setActive,
    scrollTo: (index) => table.current?.scrollTo({ index }),
    onLeave: props.onLeave,
    onOpen,
    fold,
    toggle: (row) => setSelection(select(selection, [row], keyOf, !isSelected(selection, keyOf(row)))),
  });

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
