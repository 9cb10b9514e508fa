import { download, useApi } from "@staffroom/api";
import type { RowOf } from "@staffroom/contract";
import { DayPicker } from "@staffroom/list";
import { useChoices, type Choices } from "@staffroom/screen";
import { EmptyState, ErrorState, formatMoney, formatNumber, Icon, LoadingState, PageHeader, Panel, toast, useAddress } from "@staffroom/ui";
import { Button, Segmented, Select } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { byOrganisation, currenciesOf, titleOf, quarters, sumOf, usualPeriod, type Period, type Sums, type VatRow } from "./vat-model";
import "./style.css";

const path = "/invoices/statistics/vat";
const file = "vat-figures.xlsx";
const otherPeriod = "other";

/** Net, VAT and gross for a VAT return: by organisation and kind of VAT, credit notes apart; currencies are never added up. */
export default function VatFigures() {
  const [address, change] = useAddress();
  const [today] = useState(() => new Date());
  const usual = usualPeriod(today);
  const chosen = address.has("from") || address.has("to");
  const period: Period = chosen ? { from: address.get("from") ?? "", to: address.get("to") ?? "" } : usual;
  const orgId = address.get("orgId") ?? "";
  const found = useApi<VatRow[]>(path, { orgId, ...period });
  const choices = useChoices(`${path}/fields`);
  const organisations = useApi<RowOf<"identity", "/orgs">[]>("/orgs");
  const set = (values: Record<string, string>) =>
    change((before) => {
      for (const [name, value] of Object.entries(values)) before.set(name, value);
      return before;
    }, { replace: true });
  const currencies = currenciesOf(found.data ?? []);
  const wanted = address.get("currency") ?? "GBP";
  const currency = currencies.includes(wanted) ? wanted : (currencies[0] ?? wanted);
  const offered = quarters(today);
  const quarter = offered.find(({ from, to }) => from === period.from && to === period.to)?.from ?? otherPeriod;
  const exportAll = async () => {
    const query = new URLSearchParams({ orgId, ...period }).toString();
    await download(`${path}/xlsx?${query}`, file).then(() => toast.success(`${file} was downloaded`), toast.error);
  };
  return (
    <>
      <PageHeader
        title="VAT figures"
        actions={<>
          {currencies.length > 1 && <Segmented aria-label="Currency" value={currency} options={currencies} onChange={(value) => set({ currency: String(value) })} />}
          <Button icon={<Icon name="download" size={15} />} disabled={!found.data?.length} onClick={() => void exportAll()}>Export</Button>
        </>}
      />
      <div className="fin-narrow-by">
        <Select
          aria-label="Organisation"
          value={orgId}
          options={[{ value: "", label: "All organisations" }, ...(organisations.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }))]}
          onChange={(value: string) => set({ orgId: value })}
        />
        <Select
          aria-label="Quarter"
          value={quarter}
          options={[...offered.map(({ from, label }) => ({ value: from, label })), ...(quarter === otherPeriod ? [{ value: otherPeriod, label: "Other period" }] : [])]}
          onChange={(value: string) => {
            const { from, to } = offered.find((one) => one.from === value) ?? period;
            set({ from, to });
          }}
        />
        <DayPicker label="From" placeholder="From" value={period.from} onChange={(from) => set({ ...period, from })} />
        <DayPicker label="To" placeholder="To" value={period.to} onChange={(to) => set({ ...period, to })} />
      </div>
      {found.data && choices && <Figures rows={found.data.filter((row) => row.currency === currency)} choices={choices} currency={currency} period={period} />}
      {!(found.data && choices) && <Panel>{found.error ? <ErrorState error={found.error} title="The VAT figures did not load" onRetry={() => void found.refetch()} /> : <LoadingState rows={12} />}</Panel>}
    </>
  );
}

type FiguresProps = { rows: VatRow[]; choices: Choices; currency: string; period: Period };

function Figures({ rows, choices, currency, period }: FiguresProps) {
  if (!rows.length) return <Panel><EmptyState title="No VAT figures here" text="Nothing was issued. Choose another organisation or period." /></Panel>;
  const groups = byOrganisation(rows);
  const all = sumOf(rows);
  return (
    <div className="fin-statistics">
      <Panel>
        <dl className="fin-sum-up">
          <div><dt>Net</dt><dd>{formatMoney(all.net, currency)}</dd></div>
          <div><dt>VAT</dt><dd>{formatMoney(all.VAT, currency)}</dd></div>
          <div><dt>Gross</dt><dd>{formatMoney(all.total, currency)}</dd></div>
        </dl>
        <p className="sr-muted">Issued invoices less credit notes by their date, as their PDFs add up; drafts, cancelled documents and write-offs do not count.</p>
      </Panel>
      {groups.map(({ orgId, title, rows: own }) => (
        <Panel key={orgId}><Organisation title={title} rows={own} choices={choices} currency={currency} to={documents(orgId, currency, period)} /></Panel>
      ))}
    </div>
  );
}

/** The invoices and credit notes behind the figures of an organisation. */
function documents(orgId: number, currency: string, { from, to }: Period): string {
  const query = new URLSearchParams({ orgId: String(orgId), currency, issued: "true", ...((from || to) && { date: `${from}..${to}` }) });
  return `/accounts/invoices?${query.toString()}`;
}

type OrganisationProps = { title: string; rows: VatRow[]; choices: Choices; currency: string; to: string };

function Organisation({ title, rows, choices, currency, to }: OrganisationProps) {
  const parts = [["Invoices", rows.filter((row) => !row.isCreditNote)], ["Credit notes", rows.filter((row) => row.isCreditNote)]] as const;
  return (
    <table className="fin-bars fin-vat">
      <caption><Link to={to}>{title}</Link></caption>
      <thead>
        <tr>
          <th scope="col">Treatment</th>
          {["Lines", "Net", "VAT", "Gross"].map((name) => <th key={name} scope="col" className="num">{name}</th>)}
        </tr>
      </thead>
      {parts.map(([part, own]) => own.length > 0 && (
        <tbody key={part}>
          <tr><th scope="rowgroup" colSpan={5} className="fin-vat-part">{part}</th></tr>
          {own.map((row) => <Row key={`${row.VATRate} ${row.VATTreatment}`} name={titleOf(row, choices)} sums={row} currency={currency} />)}
        </tbody>
      ))}
      <tfoot><Row name="Total" sums={sumOf(rows)} currency={currency} /></tfoot>
    </table>
  );
}

function Row({ name, sums, currency }: { name: string; sums: Sums; currency: string }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="num">{formatNumber(sums.count)}</td>
      <td className="num">{formatMoney(sums.net, currency)}</td>
      <td className="num">{formatMoney(sums.VAT, currency)}</td>
      <td className="num">{formatMoney(sums.total, currency)}</td>
    </tr>
  );
}
