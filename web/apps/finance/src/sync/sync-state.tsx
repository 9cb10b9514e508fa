import { api, hasRole, useSession } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { FieldValue, useFields } from "@staffroom/form";
import { ChoiceTag } from "@staffroom/screen";
import { formatDateTime, Icon, toast, useDialogs } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { partChoices, parts } from "../types";
import { differences, type Sync } from "./model";
import "./style.css";

type Props = { invoiceId: number; sync: Sync; currency: string; onChanged: () => unknown };

function Side({ field, value }: { field: Field; value: unknown }) {
  if (value === undefined || value === null) return "none";
  return <FieldValue field={field} value={Array.isArray(value) ? value.length : value} />;
}

/** The state of an invoice in the accounting system, with errors, conflicts and the buttons to solve them. */
export function SyncState({ invoiceId, sync, currency, onChanged }: Props) {
  const { user } = useSession();
  const dialogs = useDialogs();
  const [busy, setBusy] = useState(false);
  const may = hasRole(user, "accounting");
  const compared = useFields(parts, "compared").fields;

  const act = async (path: string, body: object, notice: string) => {
    setBusy(true);
    try {
      await api.post(`/invoice/${invoiceId}/sync/${path}`, body);
      toast.success(notice);
      await onChanged();
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  const keepOurs = async () => {
    const text = "What stands here is sent, and replaces what stands in the accounting system.";
    if (await dialogs.ask({ title: "Keep ours?", text, yes: "Keep ours", no: "Cancel" })) await act("resolve", { keep: "ours" }, "It is sent again");
  };
  const takeTheirs = async () => {
    const text = "The payment is taken back here too; both stay in the books.";
    if (await dialogs.ask({ title: "Take theirs?", text, yes: "Take theirs", no: "Cancel", danger: true })) {
      await act("resolve", { keep: "theirs" }, "Payment taken back");
    }
  };

  return (
    <div className="fin-sync">
      <div className="fin-sync-head">
        <ChoiceTag of={partChoices} name="sync.state" value={sync.state} />
        {sync.lastTry && <span className="sr-muted">last try {formatDateTime(sync.lastTry)}</span>}
        {may && (sync.state === "failed" || sync.state === "waiting") && (
          <Button size="small" loading={busy} icon={<Icon name="refresh" size={14} />} onClick={() => void act("retry", {}, "It is tried again")}>Retry</Button>
        )}
      </div>
      {sync.error && <p role="alert" className="fin-sync-error">{sync.error}</p>}
      {sync.state === "conflict" && (
        <>
          <table className="fin-table">
            <thead><tr><th>What</th><th>Here</th><th>In the accounting system</th></tr></thead>
            <tbody>
              {differences(compared.values(), sync.ours, sync.theirs).map(([field, here, there]) => (
                <tr key={field.name}>
                  <th scope="row">{field.title}</th>
                  <td><Side field={{ ...field, currency }} value={here} /></td>
                  <td><Side field={{ ...field, currency }} value={there} /></td>
                </tr>
              ))}
            </tbody>
          </table>
          {may && (
            <div className="fin-sync-foot">
              <Button size="small" type="primary" loading={busy} onClick={() => void keepOurs()}>Keep ours</Button>
              {sync.ours?.payment && <Button size="small" danger loading={busy} onClick={() => void takeTheirs()}>Take theirs</Button>}
            </div>
          )}
        </>
      )}
    </div>
  );
}
