import { api } from "@staffroom/api";
import { ChoiceTag } from "@staffroom/screen";
import { formatDateTime, Icon, toast, useDialogs } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { partChoices, type SentEmail } from "../types";
import { tellOfMail, type Queued } from "./jobs";
import "./style.css";

/** The mails of an invoice, the newest first; failed ones can be sent again. */
export function EmailLog({ invoiceId, emails, onChanged }: { invoiceId: number; emails: readonly SentEmail[]; onChanged: () => void }) {
  const dialogs = useDialogs();
  const [busy, setBusy] = useState<number | null>(null);
  if (!emails.length) return <p className="fin-nothing">Nothing has been sent yet.</p>;

  const retry = async (email: SentEmail) => {
    const text = "Nobody knows whether this mail arrived. Send it again only after you asked the recipient.";
    if (email.state === "unknown" && !(await dialogs.ask({ title: "Send again?", text, yes: "Send again", no: "Cancel", danger: true }))) return;
    setBusy(email.id);
    try {
      const queued = await api.post<Queued>(`/invoice/${invoiceId}/email/${email.id}/retry`);
      onChanged();
      void tellOfMail(queued, onChanged);
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(null);
    }
  };
  return (
    <table className="fin-table">
      <thead><tr><th>Date</th><th className="fin-narrow">What</th><th>To</th><th className="fin-narrow">State</th></tr></thead>
      <tbody>
        {emails.map((email) => {
          const what = <ChoiceTag of={partChoices} name="email.kind" value={email.kind} />;
          const again = email.state === "failed" || email.state === "unknown";
          return (
            <tr key={email.id} title={[email.subject, email.by && `by ${email.by}`].filter(Boolean).join(", ")}>
              <td>{formatDateTime(email.date)}</td>
              <td>{email.fileId ? <Link to={`/file/${email.fileId}`}>{what}</Link> : what}</td>
              <td className="fin-to">{email.to}{email.error && <div className="fin-why">{email.error}</div>}</td>
              <td className="fin-state">
                <ChoiceTag of={partChoices} name="email.state" value={email.state} />
                {again && <Button size="small" loading={busy === email.id} icon={<Icon name="refresh" size={13} />} onClick={() => void retry(email)}>Retry</Button>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
