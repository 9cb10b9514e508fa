import { useApi } from "@staffroom/api";
import type { RowOf } from "@staffroom/contract";
import { figureParameters, searchMinimum } from "@staffroom/list";
import { formatMoney, formatNumber } from "@staffroom/ui";
import { useMemo } from "react";
import { useSearchParams } from "react-router";

type Total = RowOf<"finance", "/invoices/totals">;

/** Parameters of the address that are no filters. */
const notFilters = new Set(["page", "pageSize", "after", "sort", "invoice", "search", ...figureParameters]);

/** Count, net, VAT, total and outstanding of the whole filtered list, by currency. */
export function InvoiceTotals({ fixed, path = "/invoices" }: { fixed: Record<string, string>; path?: string }) {
  const [address] = useSearchParams();
  const query = useMemo(() => {
    const filters = Object.fromEntries([...address].filter(([name]) => !notFilters.has(name)));
    const search = address.get("search")?.trim() ?? "";
    return { ...filters, ...fixed, ...(search.length >= searchMinimum ? { search } : {}) };
  }, [address, fixed]);
  const totals = useApi<Total[]>(`${path}/totals`, query);
  if (!totals.data) return <span className="fin-totals" aria-busy={!totals.error} />;
  return (
    <span className="fin-totals">
      {totals.data.map((total) => (
        <span key={total.currency} className="fin-total">
          <span><b>{formatNumber(total.count)}</b> {total.count === 1 ? "invoice" : "invoices"}</span>
          <span title="After discounts, before VAT">Net <b>{formatMoney(total.net, total.currency)}</b></span>
          <span>VAT <b>{formatMoney(total.VAT, total.currency)}</b></span>
          <span>Total <b>{formatMoney(total.total, total.currency)}</b></span>
          <span>Outstanding <b data-due={total.outstanding > 0 || undefined}>{formatMoney(total.outstanding, total.currency)}</b></span>
        </span>
      ))}
    </span>
  );
}
