import { colorOf, formatMoney, formatNumber } from "@staffroom/ui";
import { Link } from "react-router";
import { scaleOf, shortMoney, type Entry } from "./model";

type Props = { title: string; of: string; entries: readonly Entry[]; currency: string; note?: string };

/** Amounts as bars in a table, which screen readers can read; each links to its rows. */
export function Bars({ title, of, entries, currency, note }: Props) {
  const most = Math.max(1, ...entries.map(({ amount }) => Math.abs(amount)));
  return (
    <table className="fin-bars">
      <caption>{title}{note && <span className="sr-muted"> {note}</span>}</caption>
      <thead><tr><th scope="col">{of}</th><th scope="col" className="num">Invoices</th><th scope="col" className="num">Amount</th><th aria-hidden /></tr></thead>
      <tbody>
        {entries.map(({ key, label, amount, count, color, to }) => (
          <tr key={key}>
            <th scope="row"><Link to={to}>{label}</Link></th>
            <td className="num">{formatNumber(count)}</td>
            <td className="num">{formatMoney(amount, currency)}</td>
            <td aria-hidden className="fin-bar"><i style={{ width: `${(Math.abs(amount) / most) * 100}%`, background: colorOf(color ?? "primary") }} /></td>
          </tr>
        ))}
        {!entries.length && <tr><td colSpan={4} className="sr-muted">Nothing here.</td></tr>}
      </tbody>
    </table>
  );
}

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
          <table className="fin-bars">
            <caption className="sr-visually-hidden">{title}</caption>
            <thead><tr><th scope="col">Month</th><th scope="col" className="num">Invoices</th><th scope="col" className="num">Amount</th><th scope="col" className="num">Outstanding</th></tr></thead>
            <tbody>
              {entries.toReversed().map(({ key, label, amount, outstanding, count, to }) => (
                <tr key={key}>
                  <th scope="row"><Link to={to}>{label}</Link></th>
                  <td className="num">{formatNumber(count)}</td>
                  <td className="num">{formatMoney(amount, currency)}</td>
                  <td className="num">{formatMoney(outstanding, currency)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </section>
  );
}
