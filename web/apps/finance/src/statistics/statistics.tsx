import { useApi, useListMeta } from "@staffroom/api";
import type { Option } from "@staffroom/contract";
import { DayPicker } from "@staffroom/list";
import { EmptyState, ErrorState, formatMoney, formatNumber, LoadingState, PageHeader, Panel, useAddress } from "@staffroom/ui";
import { Segmented, Select } from "antd";
import { useBillingYears } from "../types";
import { Bars, Columns } from "./charts";
import { daysOf, monthsBetween, rowsBehind, shownMonths, type Entry, type Narrowed, type Statistics } from "./model";
import "./style.css";

/** Options of the invoice list's filters, which label the figures. */
type Words = Record<"status" | "lineType" | "age", readonly Option[]>;
const noWords: Words = { status: [], lineType: [], age: [] };

function useWords(): Words | undefined {
  const { data, error } = useListMeta("/invoices");
  // Some filters are tabs.
  const options = (name: string) => [...(data?.filters ?? []), ...(data?.tabs ?? [])].find((one) => one.name === name)?.options ?? [];
  if (data) return { status: options("status"), lineType: options("lineType"), age: options("age") };
  // Figures without labels are better than none.
  return error ? noWords : undefined;
}

const wordOf = (options: readonly Option[], value: string): Option => options.find((option) => option.value === value) ?? { value, label: value };
/** Rows in the order of the options that one of their fields has: states as an invoice goes through them, credit notes last. */
const inOrder = <N extends string, T extends Record<N, string>>(rows: T[], name: N, options: readonly Option[]) => {
  const place = (row: T) => options.findIndex(({ value }) => value === row[name]);
  return rows.toSorted((one, other) => place(one) - place(other));
};
const monthLabel = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" });

/** Invoiced and outstanding amounts (money.md 2): each figure links to its rows; currencies are never added up. */
export default function InvoiceStatistics() {
  const [address, change] = useAddress();
  const asked = Object.fromEntries(["orgId", "billingYear", "from", "to"].map((name) => [name, address.get(name) ?? ""]));
  const years = useBillingYears();
  const found = useApi<Statistics>("/invoices/statistics", asked);
  const words = useWords();
  const set = (name: string, value: string) =>
    change((before) => {
      if (value) before.set(name, value);
      else before.delete(name);
      return before;
    }, { replace: true });
  const data = found.data;
  const currencies = data?.byCurrency.map(({ currency }) => currency) ?? [];
  const wanted = address.get("currency") ?? "GBP";
  const currency = currencies.includes(wanted) ? wanted : (currencies[0] ?? wanted);
  return (
    <>
      <PageHeader
        title="Invoice statistics"
        actions={currencies.length > 1 && <Segmented aria-label="Currency" value={currency} options={currencies} onChange={(value) => set("currency", String(value))} />}
      />
      <div className="fin-narrow-by">
        <Select
          aria-label="Organisation"
          value={asked.orgId}
          options={[{ value: "", label: "All organisations" }, ...(data?.organisations ?? []).map(({ id, title }) => ({ value: String(id), label: title }))]}
          onChange={(value: string) => set("orgId", value)}
        />
        <Select aria-label="Billing year" value={asked.billingYear} options={[{ value: "", label: "All billing years" }, ...(years ?? []).map(({ value, label }) => ({ value: String(value), label }))]} onChange={(value: string) => set("billingYear", value)} />
        <DayPicker label="From" placeholder="From" value={asked.from ?? ""} onChange={(day) => set("from", day)} />
        <DayPicker label="To" placeholder="To" value={asked.to ?? ""} onChange={(day) => set("to", day)} />
      </div>
      {data && words && <Figures data={data} words={words} narrowed={{ ...(asked as Narrowed), currency }} />}
      {!(data && words) && <Panel>{found.error ? <ErrorState error={found.error} title="The statistics did not load" onRetry={() => void found.refetch()} /> : <LoadingState rows={12} />}</Panel>}
    </>
  );
}

function Figures({ data, words, narrowed }: { data: Statistics; words: Words; narrowed: Narrowed }) {
  const { currency } = narrowed;
  const mine = <T extends { currency: string }>(rows: T[]) => rows.filter((row) => row.currency === currency);
  const to = (more: Record<string, string>) => rowsBehind(narrowed, data.organisations, more);
  const issued = { issued: "true" };
  const all = mine(data.byCurrency)[0];
  const months = new Map(mine(data.byMonth).map((row) => [row.month, row]));
  const titles = new Map(data.organisations.map(({ id, title }) => [id, title]));
  const byMonth = monthsBetween([...months.keys()]).map((month) => {
    const row = months.get(month);
    const label = monthLabel.format(new Date(`${month}-01T00:00:00Z`));
    return { key: month, label, amount: row?.total ?? 0, outstanding: row?.outstanding ?? 0, count: row?.count ?? 0, to: to({ ...issued, date: daysOf(month).join("..") }) };
  });
  const byAge = inOrder(mine(data.byAge), "age", words.age).map(({ age, outstanding, count }): Entry => {
    const { label, color = "grey" } = wordOf(words.age, age);
    return { key: age, label, color, amount: outstanding, count, to: to({ ...issued, age }) };
  });
  const invoiced = months.size > 0 && [...months.keys()].some((month) => month < (byMonth[0]?.key ?? "")) ? `Invoiced by month, the last ${shownMonths}` : "Invoiced by month";
  if (!all) return <Panel><EmptyState title="No invoices here" text="Choose another organisation, year or period." /></Panel>;
  return (
    <div className="fin-statistics">
      <Panel>
        <dl className="fin-sum-up">
          <div><dt>Invoices</dt><dd>{formatNumber(all.count)}</dd></div>
          <div><dt>Invoiced</dt><dd>{formatMoney(all.total, currency)}</dd></div>
          <div><dt>Paid or credited</dt><dd>{formatMoney(all.total - all.outstanding, currency)}</dd></div>
          <div><dt>Outstanding</dt><dd>{formatMoney(all.outstanding, currency)}</dd></div>
        </dl>
      </Panel>
      <Panel><Columns title={invoiced} entries={byMonth} currency={currency} /></Panel>
      <div className="fin-statistics-grid">
        <Panel><Bars title="Outstanding by age" of="Due" entries={byAge} currency={currency} /></Panel>
        <Panel>
          <Bars
            title="By status" of="Status" currency={currency}
            entries={inOrder(mine(data.byStatus), "status", words.status).map(({ status, total, count }) => {
              const { label, color = "grey" } = wordOf(words.status, status);
              return { key: status, label, color, amount: total, count, to: to({ status }) };
            })}
          />
        </Panel>
        <Panel>
          <Bars
            title="By type" note="lines of this type, VAT included" of="Type" currency={currency}
            entries={mine(data.byType).map(({ type, total, count }) => ({ key: type, label: wordOf(words.lineType, type).label, amount: total, count, to: to({ ...issued, lineType: type }) }))}
          />
        </Panel>
        <Panel>
          <Bars
            title="By organisation" of="Organisation" currency={currency}
            entries={mine(data.byOrganisation).map(({ orgId, total, count }) => ({ key: String(orgId), label: titles.get(orgId) ?? String(orgId), amount: total, count, to: to({ ...issued, orgId: String(orgId) }) }))}
          />
        </Panel>
      </div>
    </div>
  );
}
