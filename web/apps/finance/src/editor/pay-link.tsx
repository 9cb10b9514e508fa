import { api } from "@staffroom/api";
import { ChoiceTag } from "@staffroom/screen";
import { formatCount, formatDate, formatDateTime, toast, useAttempt, useDialogs } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { partChoices, type Invoice } from "../types";

/** The expiry of the payment link, the attempts at its passcode, and a button that renews it. */
export function LinkLife({ invoice, onChanged }: { invoice: Invoice; onChanged: () => void }) {
  const dialogs = useDialogs();
  const [busy, attempt] = useAttempt();
  const { linkExpires, payTries = [] } = invoice;
  const [expired] = useState(() => !!linkExpires && new Date(linkExpires) < new Date());
  if (!linkExpires) return null;
  const renew = async () => {
    if (
      !(await dialogs.ask({
        title: "Renew the payment link?",
        text: "It opens for 90 more days with a new passcode. The old passcode stops working.",
        yes: "Renew link",
      }))
    )
      return;
    if (!(await attempt(() => api.post(`/invoice/${invoice.id}/link/renew`)))) return;
    toast.success("The link has a new passcode");
    onChanged();
  };
  return (
    <>
      <div className="fin-pay">
        <span className="sr-muted">
          {expired ? "Expired on" : "Opens until"} {formatDate(linkExpires)}
        </span>
        <Button size="small" loading={busy !== null} onClick={() => void renew()}>
          Renew
        </Button>
      </div>
      {payTries.length > 0 && (
        <details>
          <summary className="sr-muted">{formatCount(payTries.length, "try", "tries")} of late</summary>
          <ul>
            {payTries.map((one) => (
              <li key={`${one.date} ${one.address}`}>
                {formatDateTime(one.date)}: <ChoiceTag of={partChoices} name="payTry.outcome" value={one.outcome} />,
                from {one.address}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
