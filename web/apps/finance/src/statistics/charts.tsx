import { Chart } from "@staffroom/chart";
import type { Figures } from "@staffroom/contract";
import { colorOf, formatMoney, formatNumber, Panel, PlainTable, type PlainColumn } from "@staffroom/ui";
import { Link, useNavigate } from "react-router";
import type { Entry } from "./model";

type Props = { title: string; of: string; entries: readonly Entry[]; currency: string; note?: string };

/** Amounts as bars in a table, which screen readers can read; each links to its rows. */
export function Bars({ title, of, entries, currency, note }: Props) {
  const most = Math.max(1, ...entries.map(({ amount }) => Math.abs(amount)));
  return (
    <Panel>
      <PlainTable
        className="fin-bars"
        caption={
          <>
            {title}
            {note && <span className="sr-muted"> {note}</span>}
          </>
        }
        rows={entries}
        keyOf={keyOf}
        columns={[
          ...columnsOf(of, currency),
          {
            title: <span className="sr-visually-hidden">Bar</span>,
            className: "fin-bar",
            cell: ({ amount, color }) => (
              <i
                aria-hidden
                style={{ width: `${(Math.abs(amount) / most) * 100}%`, background: colorOf(color ?? "primary") }}
              />
            ),
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

const parts = [
  { value: "paid", label: "Paid or credited", color: "primary" },
  { value: "outstanding", label: "Outstanding", color: "orange" },
];

/** The months as figures: each month's paid amount, with the outstanding amount on top. */
export function figuresOf(entries: readonly Month[], currency: string): Figures {
  return {
    by: [
      { name: "month", title: "Month", type: "date" },
      { name: "part", title: "Part", type: "select", options: parts },
    ],
    measures: [{ name: "total", title: "Invoiced", type: "money" }],
    groups: entries.flatMap(({ key, label, amount, outstanding }) => {
      const values = { paid: amount - outstanding, outstanding };
      return parts.map(({ value, label: part }) => ({
        keys: [key, value],
        texts: [label, part],
        currency,
        values: [values[value as keyof typeof values]],
        before: null,
        filters: { month: key },
        keyFilters: [{ month: key }, null],
        beforeFilters: null,
      }));
    }),
    totals: [],
    truncated: false,
    period: null,
    asOf: null,
  };
}

/** Amounts by month, as columns and as a table with the same content. */
export function Columns({ title, entries, currency }: MonthProps) {
  const navigate = useNavigate();
  const open = ({ month }: Record<string, string>) => {
    const entry = entries.find(({ key }) => key === month);
    if (entry) void navigate(entry.to);
  };
  return (
    <section className="fin-columns">
      <b aria-hidden>{title}</b>
      <div className="fin-columns-both">
        <Chart
          label={title}
          figures={figuresOf(entries, currency)}
          kind="columns"
          currency={currency}
          height={236}
          onPick={open}
        />
        <div className="fin-columns-table">
          <PlainTable<Month>
            className="fin-bars"
            caption={<span className="sr-visually-hidden">{title}</span>}
            rows={entries.toReversed()}
            keyOf={keyOf}
            columns={[
              ...columnsOf("Month", currency),
              { title: "Outstanding", num: true, cell: ({ outstanding }) => formatMoney(outstanding, currency) },
            ]}
          />
        </div>
      </div>
    </section>
  );
}
