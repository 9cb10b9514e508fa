import { useApi, useListMeta } from "@staffroom/api";
import type { RowOf } from "@staffroom/contract";
import { searchMinimum, viewOf } from "@staffroom/list";
import { formatMoney, formatNumber } from "@staffroom/ui";
import { useMemo } from "react";
import { useSearchParams } from "react-router";

type Total = RowOf<"finance", "/invoices/totals">;

/** Count, net, VAT, total and outstanding of the whole filtered list, by currency. */
export function InvoiceTotals({ fixed, path = "/invoices" }: { fixed: Record<string, string>; path?: string }) {
  const [address] = useSearchParams();
  const { data: meta } = useListMeta(path);
  const query = useMemo(() => {
    if (!meta) return undefined;
    const { filters, search } = viewOf(address, meta);
    const text = search.trim();
    return { ...filters, ...fixed, ...(text.length >= searchMinimum ? { search: text } : {}) };
  }, [address, fixed, meta]);
  const totals = useApi<Total[]>(`${path}/totals`, query, { enabled: !!query });
  if (!totals.data) return <span className="fin-totals" aria-busy={!totals.error} />;
  return (
    <span className="fin-totals">
      {totals.data.map((total) => (
        <span key={total.currency} className="fin-total">
          <span>
            <b>{formatNumber(total.count)}</b> {total.count === 1 ? "invoice" : "invoices"}
          </span>
          <span title="After discounts, before VAT">
            Net <b>{formatMoney(total.net, total.currency)}</b>
          </span>
          <span>
            VAT <b>{formatMoney(total.VAT, total.currency)}</b>
          </span>
          <span>
            Total <b>{formatMoney(total.total, total.currency)}</b>
          </span>
          <span>
            Outstanding{" "}
            <b data-due={total.outstanding > 0 || undefined}>{formatMoney(total.outstanding, total.currency)}</b>
          </span>
        </span>
      ))}
    </span>
  );
}
