import { api, getSession, hasRole, readListMeta } from "@staffroom/api";
import type { Answer, SearchHit } from "@staffroom/contract";
import { formatMoney, optionOf } from "@staffroom/ui";

/** Find invoices by number, name and title, for staff. */
export async function search(query: string, signal: AbortSignal): Promise<SearchHit[]> {
  if (!hasRole(getSession().user, "staff")) return [];
  const [rows, { columns }] = await Promise.all([
    api.get<Answer<"finance", "/invoices">>("/invoices", { query: { search: query, pageSize: 10 }, signal }),
    readListMeta("/invoices"),
  ]);
  const status = columns.find(({ name }) => name === "status");
  return rows.map((row) => ({
    title: `${row.number ?? `Draft ${row.id}`} ${row.name}`,
    detail: `${formatMoney(row.total, row.currency)}, ${(status && optionOf(status, row.status, row)?.label) ?? row.status}`,
    kind: "Invoice",
    target: `/accounts/invoices?invoice=${row.id}`,
  }));
}
