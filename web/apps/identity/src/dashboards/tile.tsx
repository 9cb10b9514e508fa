import { Chart, currenciesIn, FigureTable, formatFigure } from "@staffroom/chart";
import type { ChartKind, Column, Figures, Row } from "@staffroom/contract";
import { t } from "@staffroom/language";
import { cellContent, fillPath, isFilled, isRightAligned, wordsIn } from "@staffroom/list";
import {
  formatCount,
  formatDate,
  formatDateTime,
  formatNumber,
  Icon,
  IconButton,
  PlainTable,
  RichTextView,
  StatePanel,
  Widget,
} from "@staffroom/ui";
import { Skeleton } from "antd";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Link } from "react-router";
import { formOf, type Tile, type TileAnswer, type TileMeta } from "./types";

/** Returns the address of rows with these filters; none if no screen shows the list. */
type RowsAt = (filters: Readonly<Record<string, string>>) => string | undefined;

const opens = ({ target }: TileMeta, row: Row) => target !== "" && isFilled(target, row);

function Rows({ rows, meta, title }: { rows: readonly Row[]; meta: TileMeta; title: string }) {
  const cell = (column: Column) => (row: Row) =>
    column.name === meta.naming && opens(meta, row) ? (
      <Link to={fillPath(meta.target, row)}>{wordsIn(column, row) || "–"}</Link>
    ) : (
      cellContent(column, row)
    );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll rows without links from here
    <div className="id-tile-rows" role="region" aria-label={`Rows of ${title}`} tabIndex={0}>
      <PlainTable
        rows={rows}
        keyOf={(row, place) => String(row.id ?? place)}
        empty="Nothing here"
        columns={meta.columns.map((column) => ({
          title: column.title,
          cell: cell(column),
          num: isRightAligned(column),
          head: column.name === meta.naming,
        }))}
      />
    </div>
  );
}

/** Rows by their start day. */
function Agenda({ rows, meta, title }: { rows: readonly Row[]; meta: TileMeta; title: string }) {
  const start =
    meta.calendar?.start ?? meta.columns.find(({ type }) => type === "date" || type === "datetime")?.name ?? "";
  const named = meta.calendar?.title ?? meta.naming;
  const days = new Map<string, Row[]>();
  for (const row of rows) {
    const day = formatDate(row[start]);
    if (day) days.set(day, [...(days.get(day) ?? []), row]);
  }
  if (!days.size) return <StatePanel compact icon="calendar" title="Nothing in this period" text="" />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
    <div className="id-tile-rows" role="region" aria-label={`Days of ${title}`} tabIndex={0}>
      {[...days].map(([day, of]) => (
        <section key={day} className="id-tile-day">
          <h3>{day}</h3>
          <ul>
            {of.map((row) => {
              const moment = String(row[start] ?? "");
              const text = String(row[named] ?? "") || meta.title;
              return (
                <li key={String(row.id)}>
                  <span className="sr-num">{moment.includes("T") ? formatDateTime(moment).split(" ")[1] : ""}</span>{" "}
                  {opens(meta, row) ? <Link to={fillPath(meta.target, row)}>{text}</Link> : text}
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** A number, by currency if it is money, with that of the previous period. */
function Numbers({ figures, to }: { figures: Figures; to: string | undefined }) {
  const measure = figures.measures.length - 1;
  // A median of no values is not 0.
  if (!figures.totals.length && figures.measures[measure]?.type === "decimal")
    return (
      <p className="id-tile-number">
        <b>–</b>
      </p>
    );
  const shown = figures.totals.length
    ? figures.totals
    : [{ currency: null, values: figures.measures.map(() => 0), before: null }];
  return (
    <>
      {shown.map(({ currency, values, before }) => {
        const now = values[measure] ?? 0;
        const then = before?.[measure];
        const change = then ? Math.round(((now - then) / Math.abs(then)) * 100) : null;
        return (
          <p key={currency ?? ""} className="id-tile-number">
            <b>
              {to ? (
                <Link to={to}>{formatFigure(figures, measure, now, currency)}</Link>
              ) : (
                formatFigure(figures, measure, now, currency)
              )}
            </b>
            {then !== undefined && (
              <small>
                before: {formatFigure(figures, measure, then, currency)}
                {change !== null && (
                  <>
                    , {change > 0 ? "+" : ""}
                    {change} %
                  </>
                )}
              </small>
            )}
          </p>
        );
      })}
    </>
  );
}

function useHeight(): [React.RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    const sized = new ResizeObserver(() => setHeight(box.clientHeight));
    sized.observe(box);
    return () => sized.disconnect();
  }, []);
  return [ref, height];
}

type ChartsProps = {
  tile: Tile;
  figures: Figures;
  onPick: (filters: Record<string, string>) => void;
};

function Charts({ tile, figures, onPick }: ChartsProps) {
  const [box, height] = useHeight();
  const measure = figures.measures.length - 1;
  const currencies = currenciesIn(figures);
  const kind = (tile.chart === "heat" && figures.by.length < 2 ? "columns" : tile.chart) as ChartKind;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a chart that scrolls is reached by keys
    <div className="id-tile-chart" ref={box} role="region" aria-label={`Chart of ${tile.title}`} tabIndex={0}>
      {figures.groups.length === 0 ? (
        <StatePanel compact icon="chart" title="Nothing to count" text="" />
      ) : (
        height > 0 &&
        currencies.map((currency) => (
          <Chart
            key={currency ?? ""}
            label={currency ? `${tile.title}, ${currency}` : tile.title}
            figures={figures}
            kind={kind}
            measure={measure}
            currency={currency}
            height={Math.max(150, height / currencies.length - 8)}
            onPick={onPick}
          />
        ))
      )}
    </div>
  );
}

function content(
  tile: Tile,
  answer: TileAnswer,
  isTable: boolean,
  to: string | undefined,
  onPick: (filters: Record<string, string>) => void,
): ReactNode {
  if (answer.state !== "ok")
    return (
      <div className="id-tile-away" role="status">
        <Icon name="warning" size={16} /> {answer.error}
      </div>
    );
  if (tile.kind === "text")
    return (
      <div className="id-tile-text">
        <RichTextView html={tile.text} />
      </div>
    );
  if (tile.kind === "waiting")
    return (
      <div className="id-tile-rows">
        <Widget name="home.waiting" props={{}} />
      </div>
    );
  if (answer.rows && answer.meta)
    return tile.kind === "calendar" ? (
      <Agenda rows={answer.rows} meta={answer.meta} title={tile.title} />
    ) : (
      <Rows rows={answer.rows} meta={answer.meta} title={tile.title} />
    );
  if (answer.figures && formOf(tile) === "chart" && isTable)
    return (
      <div className="id-tile-rows">
        <FigureTable caption={tile.title} figures={answer.figures} onPick={onPick} />
      </div>
    );
  if (answer.figures && formOf(tile) === "chart")
    return <Charts tile={tile} figures={answer.figures} onPick={onPick} />;
  if (answer.figures) return <Numbers figures={answer.figures} to={to} />;
  return answer.total === undefined ? null : (
    <p className="id-tile-number">
      <b>{to ? <Link to={to}>{formatNumber(answer.total)}</Link> : formatNumber(answer.total)}</b>
    </p>
  );
}

const filterNames = () => ({ period: t("Period"), organisation: t("Organisation"), department: t("Department") });

type TileCardProps = {
  tile: Tile;
  answer: TileAnswer | undefined;
  rowsAt: RowsAt;
  tools?: ReactNode;
  onPick: (filters: Record<string, string>) => void;
};

/** A tile: its title, which links to its rows, and their figures, chart or table. */
export function TileCard({ tile, answer, rowsAt, tools, onPick }: TileCardProps) {
  const [isTable, setTable] = useState(false);
  const address = answer?.screen ?? (answer?.query && rowsAt(answer.query));
  const ignores = answer?.ignores?.map((name) => filterNames()[name]).join(", ");
  const total = answer?.rows && answer.total !== undefined ? formatCount(answer.total, "row", "rows") : "";
  return (
    <section
      className="id-tile"
      aria-label={tile.title}
      aria-busy={!answer}
      data-kind={formOf(tile)}
      data-state={answer?.state}
    >
      <header>
        <h2>{address && !tools ? <Link to={address}>{tile.title}</Link> : tile.title}</h2>
        {total && <small className="sr-muted">{total}</small>}
        {ignores && (
          <small className="sr-muted" title={`Filters that do not narrow this tile: ${ignores}`}>
            <Icon name="filter" size={12} />{" "}
            <span className="sr-visually-hidden">{`Filters that do not narrow this tile: ${ignores}`}</span>
          </small>
        )}
        {answer?.figures && formOf(tile) === "chart" && !tools && (
          <IconButton
            icon={isTable ? "chart" : "table"}
            size={14}
            label={isTable ? `Show ${tile.title} as a chart` : `Show ${tile.title} as a table`}
            onClick={() => setTable(!isTable)}
          />
        )}
        {tools}
      </header>
      {answer ? (
        content(tile, answer, isTable, tools ? undefined : address, (filters) =>
          onPick({ ...answer.query, ...filters }),
        )
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 2 }} className="id-tile-loading" />
      )}
    </section>
  );
}
