import { download, useApi } from "@staffroom/api";
import type { RowOf } from "@staffroom/contract";
import { useChoices, type Choices } from "@staffroom/screen";
import {
  Answered,
  attempt,
  EmptyState,
  formatMoney,
  formatNumber,
  Icon,
  Panel,
  toast,
  useAddress,
} from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { currencyOf, NarrowedPage, SumUp } from "./narrowing";
import {
  byOrganisation,
  currenciesOf,
  titleOf,
  quarters,
  sumOf,
  usualPeriod,
  type Period,
  type Sums,
  type VatRow,
} from "./vat-model";
import "./style.css";

const path = "/invoices/statistics/vat";
const file = "vat-figures.xlsx";
const otherPeriod = "other";

/**
 * Net, VAT and gross for a VAT return: by organisation and kind of VAT, credit notes separate; currencies are never
 * added up.
 */
export default function VatFigures() {
  const [address, change] = useAddress();
  const [today] = useState(() => new Date());
  const usual = usualPeriod(today);
  const chosen = address.has("from") || address.has("to");
  const period: Period = chosen ? { from: address.get("from") ?? "", to: address.get("to") ?? "" } : usual;
  const orgId = address.get("orgId") ?? "";
  const query = useApi<VatRow[]>(path, { orgId, ...period });
  const choices = useChoices(`${path}/fields`);
  const organisations = useApi<RowOf<"identity", "/orgs">[]>("/orgs");
  const set = (values: Record<string, string>) =>
    change(
      (before) => {
        // The default period is not in the address: a change of one day keeps the other.
        const changed = "from" in values || "to" in values ? { ...period, ...values } : values;
        for (const [name, value] of Object.entries(changed)) before.set(name, value);
        return before;
      },
      { replace: true },
    );
  const currencies = currenciesOf(query.data ?? []);
  const currency = currencyOf(address, currencies);
  const offered = quarters(today);
  const quarter = offered.find(({ from, to }) => from === period.from && to === period.to)?.from ?? otherPeriod;
  const exportAll = async () => {
    const parameters = new URLSearchParams({ orgId, ...period }).toString();
    if (await attempt(() => download(`${path}/xlsx?${parameters}`, file))) toast.success(`${file} was downloaded`);
  };
  return (
    <NarrowedPage
      title="VAT figures"
      currencies={currencies}
      currency={currency}
      organisations={organisations.data}
      narrowing={{ orgId, ...period }}
      choice={{
        label: "Quarter",
        value: quarter,
        options: [
          ...offered.map(({ from, label }) => ({ value: from, label })),
          ...(quarter === otherPeriod ? [{ value: otherPeriod, label: "Other period" }] : []),
        ],
        onChange: (value) => {
          const { from, to } = offered.find((one) => one.from === value) ?? period;
          set({ from, to });
        },
      }}
      onChange={set}
      actions={
        <Button
          icon={<Icon name="download" size={15} />}
          disabled={!query.data?.length}
          onClick={() => void exportAll()}
        >
          Export
        </Button>
      }
    >
      <Answered query={{ ...query, data: choices && query.data }} title="The VAT figures did not load" rows={12} panel>
        {(rows) =>
          choices && (
            <Figures
              rows={rows.filter((row) => row.currency === currency)}
              choices={choices}
              currency={currency}
              period={period}
            />
          )
        }
      </Answered>
    </NarrowedPage>
  );
}

type FiguresProps = { rows: VatRow[]; choices: Choices; currency: string; period: Period };

function Figures({ rows, choices, currency, period }: FiguresProps) {
  if (!rows.length)
    return (
      <Panel>
        <EmptyState title="No VAT figures here" text="Nothing was issued. Choose another organisation or period." />
      </Panel>
    );
  const groups = byOrganisation(rows);
  const all = sumOf(rows);
  return (
    <div className="fin-statistics">
      <Panel>
        <SumUp
          sums={{
            Net: formatMoney(all.net, currency),
            VAT: formatMoney(all.VAT, currency),
            Gross: formatMoney(all.total, currency),
          }}
        />
        <p className="sr-muted">
          Issued invoices less credit notes by their date, as their PDFs add up; drafts, cancelled documents and
          write-offs do not count.
        </p>
      </Panel>
      {groups.map(({ orgId, title, rows: own }) => (
        <Panel key={orgId}>
          <Organisation
            title={title}
            rows={own}
            choices={choices}
            currency={currency}
            to={documents(orgId, currency, period)}
          />
        </Panel>
      ))}
    </div>
  );
}

/** The invoices and credit notes behind the figures of an organisation. */
function documents(orgId: number, currency: string, { from, to }: Period): string {
  const query = new URLSearchParams({
    orgId: String(orgId),
    currency,
    issued: "true",
    ...((from || to) && { date: `${from}..${to}` }),
  });
  return `/accounts/invoices?${query.toString()}`;
}

type OrganisationProps = { title: string; rows: VatRow[]; choices: Choices; currency: string; to: string };

function Organisation({ title, rows, choices, currency, to }: OrganisationProps) {
  const parts = [
    ["Invoices", rows.filter((row) => !row.isCreditNote)],
    ["Credit notes", rows.filter((row) => row.isCreditNote)],
  ] as const;
  return (
    <table className="fin-bars fin-vat">
      <caption>
        <Link to={to}>{title}</Link>
      </caption>
      <thead>
        <tr>
          <th scope="col">Treatment</th>
          {["Lines", "Net", "VAT", "Gross"].map((name) => (
            <th key={name} scope="col" className="num">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {parts.map(
        ([part, own]) =>
          own.length > 0 && (
            <tbody key={part}>
              <tr>
                <th scope="rowgroup" colSpan={5} className="fin-vat-part">
                  {part}
                </th>
              </tr>
              {own.map((row) => (
                <Row
                  key={`${row.VATRate} ${row.VATTreatment}`}
                  name={titleOf(row, choices)}
                  sums={row}
                  currency={currency}
                />
              ))}
            </tbody>
          ),
      )}
      <tfoot>
        <Row name="Total" sums={sumOf(rows)} currency={currency} />
      </tfoot>
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
