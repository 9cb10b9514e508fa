import { colorOf, formatMoney, formatNumber } from "@staffroom/ui";
import { Link } from "react-router";
import type { Entry } from "./model";

type Props = { title: string; of: string; entries: readonly Entry[]; currency: string; note?: string };

/** Amounts as bars inside of their own table, so that eyes and screen readers read the same; each leads to its rows. */
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

const height = 180;

/** Amounts month by month as columns, and the same as a table beside them. */
export function Columns({ title, entries, currency }: Omit<Props, "of" | "note">) {
  const most = Math.max(1, ...entries.map(({ amount }) => amount));
  const step = 100 / Math.max(1, entries.length);
  return (
    <section className="fin-columns">
      <h3>{title}</h3>
      <div className="fin-columns-both">
        <div>
          <svg viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" role="group" aria-label={`${title}, as columns`}>
            {entries.map(({ key, label, amount, to }, place) => {
              const tall = Math.max(amount > 0 ? 1 : 0, (Math.max(0, amount) / most) * (height - 4));
              return (
                <Link key={key} to={to} aria-label={`${label}: ${formatMoney(amount, currency)}`}>
                  <title>{`${label}: ${formatMoney(amount, currency)}`}</title>
                  <rect className="fin-column-touch" x={place * step} y={0} width={step} height={height} />
                  <rect className="fin-column" x={place * step + step * 0.12} y={height - tall} width={step * 0.76} height={tall} />
                </Link>
              );
            })}
          </svg>
          <div className="fin-columns-ends" aria-hidden><span>{entries[0]?.label}</span><span>{entries.at(-1)?.label}</span></div>
        </div>
        <div className="fin-columns-table">
          <table className="fin-bars">
            <thead><tr><th scope="col">Month</th><th scope="col" className="num">Invoices</th><th scope="col" className="num">Amount</th></tr></thead>
            <tbody>
              {entries.toReversed().map(({ key, label, amount, count, to }) => (
                <tr key={key}>
                  <th scope="row"><Link to={to}>{label}</Link></th>
                  <td className="num">{formatNumber(count)}</td>
                  <td className="num">{formatMoney(amount, currency)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </section>
  );
}
