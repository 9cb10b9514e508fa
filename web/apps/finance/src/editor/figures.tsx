import { formatMoney } from "@staffroom/ui";
import { useEditing } from "./context";

/** The sums, as at the foot of an invoice. */
export function Figures() {
  const { invoice } = useEditing();
  // What was written off is a line of its own, and in the total: each step adds up to the next.
  const writtenOff = invoice.writtenOff ?? 0;
  const rows: [label: string, amount: number, weight?: "sum" | "due"][] = [
    ["Sub-total", invoice.amount + writtenOff],
    ["Discount", -invoice.discount],
    ["VAT", invoice.VAT],
    ["Written off", -writtenOff],
    ["Total", invoice.total, "sum"],
    ["Paid", -invoice.paid],
    ["Credited", -invoice.credited],
    ["Outstanding", invoice.outstanding, "due"],
  ];
  return (
    <dl className="fin-card fin-figures" aria-label="Figures">
      {rows.map(([label, amount, weight]) => (
        <div key={label} data-weight={weight} data-zero={amount === 0 || undefined} data-owed={(weight === "due" && amount > 0) || undefined}>
          <dt>{label}</dt>
          <dd>{formatMoney(amount || 0, invoice.currency)}</dd>
        </div>
      ))}
    </dl>
  );
}
