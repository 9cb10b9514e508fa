import type { HTMLAttributes, ReactNode } from "react";

export type PlainColumn<Row> = {
  title?: ReactNode;
  cell: (row: Row, place: number) => ReactNode;
  /** Aligned to the right. */
  num?: boolean;
  /** The cell names its row. */
  head?: boolean;
  className?: string;
};

export type PlainTableProps<Row> = {
  rows: readonly Row[];
  /** Columns; a false one is left out. */
  columns: readonly (PlainColumn<Row> | false | undefined)[];
  /** Identifies a row; its `id` when absent. */
  keyOf?: (row: Row, place: number) => string | number;
  rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement> & { [data: `data-${string}`]: unknown };
  caption?: ReactNode;
  /** The text of a table without rows. */
  empty?: ReactNode;
  /** The rows of the footer. */
  foot?: ReactNode;
  className?: string;
  /** On a phone each row is a card: its heading, then the values with their columns' titles. */
  stacks?: boolean;
  /** A form across a whole row instead of its cells; without a row, after the last. */
  formOf?: (row: Row | null) => ReactNode;
};

const idOf = (row: unknown) => (row as { id: number }).id;

/** A short table of a record's parts or of figures, without sorting and paging. */
export function PlainTable<Row>({
  rows,
  columns,
  keyOf = idOf,
  rowProps,
  caption,
  empty,
  foot,
  className = "sr-table",
  stacks,
  formOf,
}: PlainTableProps<Row>) {
  const shown = columns.filter((column) => !!column);
  const classOf = ({ num, className: own }: PlainColumn<Row>) =>
    [num && "num", own].filter(Boolean).join(" ") || undefined;
  const form = (row: Row | null) => {
    const shownForm = formOf?.(row);
    return (
      shownForm && (
        <tr key={row === null ? "new" : keyOf(row, 0)} className="sr-row-form">
          <td colSpan={shown.length}>{shownForm}</td>
        </tr>
      )
    );
  };
  const last = form(null);
  return (
    <table className={className} data-stacks={stacks || undefined}>
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          {shown.map((column, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the columns of a table keep their places
            <th key={at} scope="col" className={classOf(column)}>
              {column.title || <span className="sr-visually-hidden">Actions</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(
          (row, place) =>
            form(row) || (
              <tr key={keyOf(row, place)} {...rowProps?.(row)}>
                {shown.map((column, at) => {
                  const Cell = column.head ? "th" : "td";
                  return (
                    <Cell
                      // oxlint-disable-next-line react/no-array-index-key -- as above
                      key={at}
                      scope={column.head ? "row" : undefined}
                      className={classOf(column)}
                      data-title={stacks && typeof column.title === "string" ? column.title : undefined}
                    >
                      {column.cell(row, place)}
                    </Cell>
                  );
                })}
              </tr>
            ),
        )}
        {!rows.length && empty && !last && (
          <tr>
            <td colSpan={shown.length} className="sr-muted">
              {empty}
            </td>
          </tr>
        )}
        {last}
      </tbody>
      {foot && <tfoot>{foot}</tfoot>}
    </table>
  );
}
