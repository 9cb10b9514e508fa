import { colorOf, formatMoney, formatNumber, Panel, PlainTable, type PlainColumn } from "@staffroom/ui";
import { Link } from "react-router";
import { scaleOf, shortMoney, type Entry } from "./model";

type Props = { title: string; of: string; entries: readonly Entry[]; currency: string; note?: string };

/** Amounts as bars in a table, which screen readers can read; each links to its rows. */
export function Bars({ title, of, entries, currency, note }: Props) {
  const most = Math.max(1, ...entries.map(({ amount }) => Math.abs(amount)));
  return (
    <Panel>
      <PlainTable
        className="fin-bars"
        caption={<>{title}{note && <span className="sr-muted"> {note}</span>}</>}
        rows={entries}
        keyOf={keyOf}
        columns={[
          ...columnsOf(of, currency),
          {
            title: <span className="sr-visually-hidden">Bar</span>, className: "fin-bar",
            cell: ({ amount, color }) => <i aria-hidden style={{ width: `${(Math.abs(amount) / most) * 100}%`, background: colorOf(color ?? "primary") }} />,
          },
        ]}
        empty="Nothing here."
      />
    </Panel>
  );
}

const keyOf = ({ key }: Entry) => key;
const columnsOf = (of: string, currency: string): PlainColumn<Entry>[] => [
  { title: of, head: true, cell: ({ to, label }) => <Link to={to}>{label}</Link> },
  { title: "Invoices", num: true, cell: ({ count }) => formatNumber(count) },
  { title: "Amount", num: true, cell: ({ amount }) => formatMoney(amount, currency) },
];

type Month = Entry & { outstanding: number };
type MonthProps = { title: string; entries: readonly Month[]; currency: string };

/** Some of the labels below the columns, always with the last. */
const labelled = 6;

/** A column for each month, with the outstanding amount on top. Hidden from screen readers: the table has the same content. */
function Drawing({ entries, currency }: Omit<MonthProps, "title">) {
  const ticks = scaleOf(Math.max(0, ...entries.map(({ amount }) => amount)));
  const top = ticks.at(-1) ?? 1;
  const every = Math.max(1, Math.ceil(entries.length / labelled));
  const step = 100 / Math.max(1, entries.length);
  const part = (amount: number) => (Math.max(0, amount) / top) * 100;
  return (
    <div className="fin-columns-drawn" aria-hidden>
      <div className="fin-columns-scale">{ticks.map((tick) => <span key={tick} style={{ bottom: `${part(tick)}%` }}>{shortMoney(tick, currency)}</span>)}</div>
      <div className="fin-columns-field">
        {ticks.map((tick) => <hr key={tick} style={{ bottom: `${part(tick)}%` }} />)}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          {entries.map(({ key, label, amount, outstanding, to }, place) => {
            const tall = part(amount);
            const owed = Math.min(tall, part(outstanding));
            const bar = { x: place * step + step * 0.14, width: step * 0.72 };
            return (
              <Link key={key} to={to} tabIndex={-1}>
                <title>{`${label}: ${formatMoney(amount, currency)}, ${formatMoney(outstanding, currency)} outstanding`}</title>
                <rect className="fin-column-touch" x={place * step} y={0} width={step} height={100} />
                <rect className="fin-column" {...bar} y={100 - tall + owed} height={tall - owed} />
                <rect className="fin-column fin-column-owed" {...bar} y={100 - tall} height={owed} />
              </Link>
            );
          })}
        </svg>
      </div>
      <div className="fin-columns-months">
        {entries.map(({ key, label }, place) => (entries.length - 1 - place) % every === 0 && <span key={key} style={{ left: `${(place + 0.5) * step}%` }}>{label}</span>)}
      </div>
    </div>
  );
}

/** Amounts by month, as columns and as a table. */
export function Columns({ title, entries, currency }: MonthProps) {
  return (
    <section className="fin-columns">
      <div className="fin-columns-head" aria-hidden>
        <b>{title}</b>
        <span><i className="fin-paid" /> Paid or credited</span>
        <span><i className="fin-owed" /> Outstanding</span>
      </div>
      <div className="fin-columns-both">
        <Drawing entries={entries} currency={currency} />
        <div className="fin-columns-table">
          <PlainTable<Month>
            className="fin-bars"
            caption={<span className="sr-visually-hidden">{title}</span>}
            rows={entries.toReversed()}
            keyOf={keyOf}
            columns={[...columnsOf("Month", currency), { title: "Outstanding", num: true, cell: ({ outstanding }) => formatMoney(outstanding, currency) }]}
          />
        </div>
      </div>
    </section>
  );
}
