import type { ReactNode } from "react";
import { SlowNote } from "./slow-note";
import { PageHeader, Panel } from "./page";

/** Widths of bars, in percent, so that they look like words. */
const widths = [62, 44, 78, 36, 55, 70, 48];
const numbers = (count: number) => Array.from({ length: count }, (_, place) => place);

function Bar({ place = 0 }: { place?: number }) {
  return <i className="sr-bar" style={{ width: `${widths[place % widths.length]}%` }} />;
}

/** Loading content in its final shape; one name for screen readers. */
function Loading({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div className={`sr-skeleton ${className}`} role="group" aria-busy="true" aria-label="Loading">
      {children}
      <SlowNote />
    </div>
  );
}

/** Rows with the usual height; `first` is the heading row. */
function Rows({ rows, columns, first }: { rows: number; columns: number; first?: number }) {
  return numbers(rows).map((row) => (
    <div key={row} className="sr-skeleton-row" data-head={row === first || undefined}>
      {numbers(columns).map((column) => (
        <span key={column}>
          <Bar place={row * 3 + column} />
        </span>
      ))}
    </div>
  ));
}

/** A list: its filters, its heading, and its rows. */
export function ListSkeleton({ rows = 20, columns = 6 }: { rows?: number; columns?: number }) {
  return (
    <Loading className="sr-skeleton-list">
      <div className="sr-skeleton-tools">
        <Bar />
      </div>
      <Rows rows={rows + 1} columns={columns} first={0} />
    </Loading>
  );
}

/** The rows of a list whose heading is already shown. */
export function RowsSkeleton({ rows = 20, columns = 6 }: { rows?: number; columns?: number }) {
  return (
    <Loading className="sr-skeleton-list">
      <Rows rows={rows} columns={columns} />
    </Loading>
  );
}

/** The fields of a record in sections: a label above each value, as `FieldSections` draws them. */
export function FieldsSkeleton({ sections = [6, 3] }: { sections?: readonly number[] }) {
  return (
    <Loading className="sr-skeleton-fields">
      {sections.map((fields, section) => (
        // oxlint-disable-next-line react/no-array-index-key -- they keep their places
        <section key={section}>
          <header>
            <Bar place={1} />
          </header>
          <div className="sr-fields">
            {numbers(fields).map((field) => (
              <div key={field} className="sr-skeleton-field">
                <Bar place={3} />
                <Bar place={field} />
              </div>
            ))}
          </div>
        </section>
      ))}
    </Loading>
  );
}

type RecordSkeletonProps = {
  title?: string;
  avatar?: boolean;
  tiles?: number;
  tabs?: number;
};

/** A record's page: title, summary, tabs, sections, and the timeline beside them. */
export function RecordSkeleton({ title = " ", avatar, tiles = 6, tabs = 6 }: RecordSkeletonProps) {
  return (
    <>
      <PageHeader title={title} avatar={avatar && <span className="sr-skeleton-avatar" aria-hidden />} />
      <div className="sr-skeleton sr-skeleton-summary" aria-hidden>
        {numbers(tiles).map((tile) => (
          <div key={tile}>
            <Bar place={3} />
            <Bar place={tile} />
          </div>
        ))}
      </div>
      <div className="sr-skeleton sr-skeleton-tabs" aria-hidden>
        {numbers(tabs).map((tab) => (
          <i key={tab} className="sr-bar" />
        ))}
      </div>
      <div className="sr-profile">
        <FieldsSkeleton sections={[5, 3, 4]} />
        <Panel title={<Bar place={1} />}>
          <div className="sr-skeleton" aria-hidden>
            {numbers(6).map((entry) => (
              <div key={entry} className="sr-skeleton-entry">
                <Bar place={entry} />
                <Bar place={3} />
              </div>
            ))}
          </div>
        </Panel>
      </div>
    </>
  );
}
