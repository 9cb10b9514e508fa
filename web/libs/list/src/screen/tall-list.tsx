import type { Filter } from "@staffroom/contract";
import { compareNames } from "@staffroom/language";
import { contains, Icon, Panel, useMedia } from "@staffroom/ui";
import { Input, Table, type InputRef, type TableColumnType } from "antd";
import { useMemo, useRef, useState, type ReactNode } from "react";
import type { ListView } from "../request/address";
import { Filters } from "../filters/filters";
import { Footer } from "./footer";
import { ariaSort, HeaderTitle } from "../table/head";
import { useSearchKey } from "../keys";
import type { ChangeView } from "../request/use-view";

/** A column; `by` makes it sortable: the text that its rows are ordered by. */
export type TallColumn<One> = {
  name: string;
  title: string;
  width?: number;
  cell: (row: One) => ReactNode;
  by?: (row: One) => string;
};

export type TallListProps<One extends { id: number }> = {
  title: string;
  /** Every row: search, filters, order and pages are the page's own. */
  rows: readonly One[];
  columns: readonly TallColumn<One>[];
  filters: readonly Filter[];
  /** The value of a row that a filter compares. */
  valueOf: (row: One, filter: string) => string;
  /** The words of a row, as the search sees them. */
  wordsOf: (row: One) => string;
  /** A row as a card, in the place of the columns on a phone. */
  card: (row: One) => ReactNode;
  actions?: ReactNode;
  loading?: boolean;
  rowClassName?: (row: One) => string;
  onRow?: (row: One) => void;
  empty: (isSearched: boolean) => ReactNode;
  children?: ReactNode;
};

const sizes = [10, 25, 50, 75, 100];
const first: ListView = { search: "", sort: [], page: 1, pageSize: 50, after: "", filters: {} };
const none: Record<string, string> = {};

/**
 * The list of rows with texts of any height, with the search, the chips, the heads and the pages of every list; cards
 * on a phone.
 */
export function TallList<One extends { id: number }>(props: TallListProps<One>) {
  const { title, columns, filters, valueOf, wordsOf, rows, card, empty, onRow, rowClassName } = props;
  const [view, setView] = useState(first);
  const box = useRef<InputRef>(null);
  const isPhone = useMedia("(max-width: 599px)");
  useSearchKey(box);
  const change: ChangeView = (next) =>
    setView((now) => {
      const part = typeof next === "function" ? next(now) : next;
      return { ...now, ...("page" in part ? {} : { page: 1 }), ...part };
    });
  const searched = view.search.trim();
  const matching = useMemo(() => {
    const chosen = Object.entries(view.filters).filter(([, value]) => value);
    const left = rows.filter(
      (row) =>
        (!searched || contains(wordsOf(row), searched)) &&
        chosen.every(([name, value]) => value.split(",").includes(valueOf(row, name))),
    );
    const keys = view.sort.flatMap(({ name, descending }) => {
      const by = columns.find((column) => column.name === name)?.by;
      return by ? [{ by, way: descending ? -1 : 1 }] : [];
    });
    return keys.length
      ? left.toSorted((one, other) =>
          keys.reduce((order, { by, way }) => order || way * compareNames(by(one), by(other)), 0),
        )
      : left;
  }, [rows, columns, view.filters, view.sort, searched, wordsOf, valueOf]);
  const shown = matching.slice((view.page - 1) * view.pageSize, view.page * view.pageSize);
  const isSearched = searched !== "" || Object.values(view.filters).some(Boolean);

  const heads = columns.map(({ name, title: head, width, cell, by }): TableColumnType<One> => ({
    key: name,
    width,
    title: by ? <HeaderTitle title={head} name={name} view={view} change={change} /> : head,
    onHeaderCell: () => ({ "aria-sort": ariaSort(view, name) }),
    render: (_, row) => cell(row),
  }));
  return (
    <section className="sr-list sr-list-embedded sr-list-tall">
      <div className="sr-list-head">
        <span className="sr-list-subtitle">{title}</span>
        <div className="sr-list-tools">
          <Input
            ref={box}
            className="sr-search"
            type="search"
            allowClear
            placeholder="Search"
            prefix={<Icon name="search" size={14} />}
            suffix={
              view.search ? null : (
                <span className="sr-kbd" aria-hidden>
                  /
                </span>
              )
            }
            aria-label={`Search ${title.toLowerCase()}`}
            value={view.search}
            onChange={(event) => change({ search: event.target.value })}
          />
          {props.actions}
        </div>
      </div>
      <Panel flush>
        <Filters
          filters={filters}
          values={view.filters}
          onChange={(changed) => change((now) => ({ filters: { ...now.filters, ...changed } }))}
        />
        {isPhone ? (
          <ul className="sr-tall-cards" aria-label={title} aria-busy={props.loading}>
            {shown.map((row) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- what a press does has a button in the card
              <li key={row.id} className={rowClassName?.(row)} onClick={onRow && (() => onRow(row))}>
                {card(row)}
              </li>
            ))}
            {!shown.length && <li>{empty(isSearched)}</li>}
          </ul>
        ) : (
          <div className="sr-grid">
            <Table<One>
              size="small"
              rowKey="id"
              columns={heads}
              dataSource={shown}
              loading={props.loading}
              pagination={false}
              showSorterTooltip={false}
              scroll={shown.length ? { x: 700 } : undefined}
              locale={{ emptyText: empty(isSearched) }}
              rowClassName={rowClassName}
              onRow={onRow && ((row) => ({ onClick: () => onRow(row) }))}
            />
          </div>
        )}
        <Footer
          path={title}
          query={none}
          view={view}
          change={change}
          page={{
            data: shown as unknown as Record<string, unknown>[],
            total: matching.length,
            totalIsExact: true,
            next: null,
          }}
          sizes={sizes}
        />
        {props.children}
      </Panel>
    </section>
  );
}
