import { formatMoney } from "@staffroom/ui";
import { Fragment } from "react";
import { useEditing } from "./context";

const weights: Record<string, "sum" | "due"> = { total: "sum", outstanding: "due" };

/** The sums, which the server computes for the document and the payment page too. */
export function Figures() {
  const { invoice } = useEditing();
  return (
    <dl className="fin-card fin-figures" aria-label="Figures">
      {invoice.sums.map(({ name, label, amount }) => (
        <Fragment key={name}>
          <div
            data-weight={weights[name]}
            data-zero={amount === 0 || undefined}
            data-owed={(name === "outstanding" && amount > 0) || undefined}
          >
            <dt>{label}</dt>
            <dd>{formatMoney(amount, invoice.currency)}</dd>
          </div>
          {name === "VAT" && invoice.sterling && (
            <div>
              <dt>
                VAT in sterling<small>{invoice.sterling.text}</small>
              </dt>
              <dd>{formatMoney(invoice.sterling.VAT, "GBP")}</dd>
            </div>
          )}
        </Fragment>
      ))}
    </dl>
  );
}
