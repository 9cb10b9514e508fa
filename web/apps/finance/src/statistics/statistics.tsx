import { useApi } from "@staffroom/api";
import type { Option } from "@staffroom/contract";
import { locale } from "@staffroom/language";
import { choiceOf, useChoices, useNarrowing, type Choices } from "@staffroom/screen";
import { Answered, EmptyState, formatMoney, formatNumber, Panel, useAddress } from "@staffroom/ui";
import { useState } from "react";
import { Link } from "react-router";
import { useBillingYears } from "../types";
import { Bars, Columns } from "./charts";
import { daysOf, monthsBetween, rowsBehind, shownMonths, type Entry, type Narrowing, type Statistics } from "./model";
import { currencyOf, NarrowedPage, SumUp } from "./narrowing";
import "./style.css";

const optionOf = (choices: Choices, name: string, value: string): Option =>
  choiceOf(choices, `filter.${name}`, value) ?? { value, label: value };
/** Returns rows in the order of a field's options: statuses in an invoice's course, credit notes last. */
const inOrder = <N extends string, T extends Record<N, string>>(rows: T[], name: N, choices: Choices) => {
  const place = (row: T) => choices(`filter.${name}`).findIndex(({ value }) => value === row[name]);
  return rows.toSorted((one, other) => place(one) - place(other));
};
/** Returns the day `by` days later. */
const shifted = (day: string, by: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);
const monthLabel = new Intl.DateTimeFormat(locale, { month: "short", year: "numeric", timeZone: "UTC" });

/** Invoiced and outstanding amounts (money.md 2): each figure links to its rows; currencies are never added up. */
export default function InvoiceStatistics() {
  const [narrowing, set] = useNarrowing(["orgId", "billingYear", "from", "to"]);
  const [address] = useAddress();
  const years = useBillingYears();
  const query = useApi<Statistics>("/invoices/statistics", narrowing);
  const choices = useChoices("/invoices/columns");
  const currencies = query.data?.byCurrency.map(({ currency: one }) => one) ?? [];
  const currency = currencyOf(address, currencies);
  return (
    <NarrowedPage
      title="Invoice statistics"
      currencies={currencies}
      currency={currency}
      organisations={query.data?.organisations}
      narrowing={narrowing}
      choice={{
        label: "Billing year",
        value: narrowing.billingYear,
        onChange: (value) => set({ billingYear: value }),
        options: [
          { value: "", label: "All billing years" },
          ...(years ?? []).map(({ value, label }) => ({ value: String(value), label })),
        ],
      }}
      onChange={set}
    >
      <Answered query={{ ...query, data: choices && query.data }} title="The statistics did not load" rows={12} panel>
        {(data) => choices && <Figures data={data} choices={choices} narrowing={{ ...narrowing, currency }} />}
      </Answered>
    </NarrowedPage>
  );
}

function Figures({ data, choices, narrowing }: { data: Statistics; choices: Choices; narrowing: Narrowing }) {
  const { currency } = narrowing;
  const [today] = useState(() => new Date());
  const inCurrency = <T extends { currency: string }>(rows: T[]) => rows.filter((row) => row.currency === currency);
  const to = (more: Record<string, string>) => rowsBehind(narrowing, data.organisations, more);
  const issued = { issued: "true" };
  const all = inCurrency(data.byCurrency)[0];
  const months = new Map(inCurrency(data.byMonth).map((row) => [row.month, row]));
  const titles = new Map(data.organisations.map(({ id, title }) => [id, title]));
  const shown = monthsBetween([...months.keys()], today);
  const outside = (is: (month: string) => boolean) => {
    const rows = [...months.values()].filter(({ month }) => is(month));
    return {
      count: rows.reduce((sum, { count }) => sum + count, 0),
      amount: rows.reduce((sum, { total }) => sum + total, 0),
    };
  };
  const earlier = outside((month) => month < (shown[0] ?? ""));
  const later = outside((month) => month > (shown.at(-1) ?? ""));
  const lastShown = shown.at(-1);
  const byMonth = shown.map((month) => {
    const row = months.get(month);
    const label = monthLabel.format(new Date(`${month}-01T00:00:00Z`));
    return {
      key: month,
      label,
      amount: row?.total ?? 0,
      outstanding: row?.outstanding ?? 0,
      count: row?.count ?? 0,
      to: to({ ...issued, date: daysOf(month).join("..") }),
    };
  });
  const byAge = inOrder(inCurrency(data.byAge), "age", choices).map(({ age, outstanding, count }): Entry => {
    const { label, color = "grey" } = optionOf(choices, "age", age);
    return { key: age, label, color, amount: outstanding, count, to: to({ ...issued, age }) };
  });
  const invoiced = earlier.count > 0 ? `Invoiced by month, the last ${shownMonths}` : "Invoiced by month";
  if (!all)
    return (
      <Panel>
        <EmptyState title="No invoices here" text="Choose another organisation, year or period." />
      </Panel>
    );
  return (
    <div className="fin-statistics">
      <Panel>
        <SumUp
          sums={{
            Invoices: formatNumber(all.count),
            Invoiced: formatMoney(all.total, currency),
            "Paid or credited": formatMoney(all.total - all.outstanding, currency),
            Outstanding: formatMoney(all.outstanding, currency),
          }}
        />
      </Panel>
      <Panel>
        <Columns title={invoiced} entries={byMonth} currency={currency} />
        {earlier.count > 0 && shown[0] && (
          <p className="sr-muted">
            Before these months:{" "}
            <Link to={to({ ...issued, date: `..${shifted(`${shown[0]}-01`, -1)}` })}>
              {formatNumber(earlier.count)} over {formatMoney(earlier.amount, currency)}
            </Link>
            .
          </p>
        )}
        {later.count > 0 && lastShown && (
          <p className="sr-muted">
            Dated after these months, please check the date:{" "}
            <Link to={to({ ...issued, date: `${shifted(daysOf(lastShown)[1], 1)}..` })}>
              {formatNumber(later.count)} over {formatMoney(later.amount, currency)}
            </Link>
            .
          </p>
        )}
      </Panel>
      <div className="fin-statistics-grid">
        <Bars title="Outstanding by age" of="Due" entries={byAge} currency={currency} />
        <Bars
          title="By status"
          of="Status"
          currency={currency}
          entries={inOrder(inCurrency(data.byStatus), "status", choices).map(({ status, total, count }) => {
            const { label, color = "grey" } = optionOf(choices, "status", status);
            return {
              key: status,
              label,
              color,
              amount: total,
              count,
              to: to(status === "credit" ? { ...issued, status } : { status }),
            };
          })}
        />
        <Bars
          title="By type"
          note="lines of this type, VAT included"
          of="Type"
          currency={currency}
          entries={inCurrency(data.byType).map(({ type, total, count }) => ({
            key: type,
            label: optionOf(choices, "lineType", type).label,
            amount: total,
            count,
            to: to({ ...issued, lineType: type }),
          }))}
        />
        <Bars
          title="By organisation"
          of="Organisation"
          currency={currency}
          entries={inCurrency(data.byOrganisation).map(({ orgId, total, count }) => ({
            key: String(orgId),
            label: titles.get(orgId) ?? String(orgId),
            amount: total,
            count,
            to: to({ ...issued, orgId: String(orgId) }),
          }))}
        />
      </div>
    </div>
  );
}
