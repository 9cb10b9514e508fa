import { Answered, formatNumber, Panel, PlainTable } from "@staffroom/ui";
import type { ComponentProps } from "react";
import { Link } from "react-router";

export type Query = Record<string, string>;

/** A table of figures by one dimension, and the title of its first column. */
export type DimensionProps = { title: string; by: string; heading: string; query: Query };

type CountProps = {
  value: number;
  label: string;
  /** Path and filters of the rows that are counted. */
  path: string;
  query: Query;
};

/** A number that links to its rows; a zero has no link. */
export function Count({ value, label, path, query }: CountProps) {
  const shown = formatNumber(value);
  return value ? (
    <Link to={`${path}?${new URLSearchParams(query).toString()}`} aria-label={`${label}: ${shown}`}>
      {shown}
    </Link>
  ) : (
    <>0</>
  );
}

type TablePanelProps<Row> = {
  title: string;
  answer: ComponentProps<typeof Answered<readonly Row[]>>["query"];
  keyOf: (row: Row) => string;
  columns: ComponentProps<typeof PlainTable<Row>>["columns"];
};

/** A panel with a table of figures, which scrolls if it is wide. */
export function TablePanel<Row extends object>({ title, answer, keyOf, columns }: TablePanelProps<Row>) {
  return (
    <Panel>
      <section className="sr-figure-panel" aria-label={title}>
        <header>
          <h2>{title}</h2>
        </header>
        <Answered query={answer} title="The figures did not load" rows={6}>
          {(rows) => (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by the keyboard
            <div className="sr-figure-panel-table" tabIndex={0} role="region" aria-label={`${title}, table`}>
              <PlainTable
                caption={<span className="sr-visually-hidden">{title}</span>}
                rows={rows}
                keyOf={keyOf}
                empty="There is nothing to count."
                columns={columns}
              />
            </div>
          )}
        </Answered>
      </section>
    </Panel>
  );
}
