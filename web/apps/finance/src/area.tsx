import { api, getSession, hasRole } from "@staffroom/api";
import { defineArea, type SearchHit } from "@staffroom/contract";
import { formatMoney } from "@staffroom/ui";

type Found = { id: number; number: string | null; name: string; total: number; currency: string; status: string };

async function search(query: string, signal: AbortSignal): Promise<SearchHit[]> {
  if (!hasRole(getSession().user, "staff")) return [];
  const rows = await api.get<Found[]>("/invoices", { query: { search: query, pageSize: 10 }, signal });
  return rows.map((row) => ({
    title: `${row.number ?? `Draft ${row.id}`} ${row.name}`,
    detail: `${formatMoney(row.total, row.currency)}, ${row.status}`,
    kind: "Invoice",
    target: `/accounts/invoices?invoice=${row.id}`,
  }));
}

export default defineArea({
  name: "finance",
  routes: [{ path: "/accounts/invoices/:ewtId?", title: "Invoices", roles: ["staff"], load: () => import("./screens/invoices") }],
  menu: [{ route: "/accounts/invoices/:ewtId?", group: "Accounts", icon: "receipt", order: 10 }],
  search,
});
