import { api } from "@staffroom/api";
import { ChoiceTag } from "@staffroom/screen";
import { formatDateTime, Icon, PlainTable, useAttempt, useDialogs } from "@staffroom/ui";
import { Button } from "antd";
import { Link } from "react-router";
import { partChoices, type SentEmail } from "../types";
import { tellOfMail, type Queued } from "./jobs";
import "./style.css";

type EmailLogProps = {
  invoiceId: number;
  emails: readonly SentEmail[];
  onChanged: () => void;
};

/** The emails of an invoice, newest first; failed ones can be sent again. */
export function EmailLog({ invoiceId, emails, onChanged }: EmailLogProps) {
  const dialogs = useDialogs();
  const [busy, attempt] = useAttempt();
  if (!emails.length) return <p className="fin-nothing">Nothing has been sent yet.</p>;

  const retry = async (email: SentEmail) => {
    const text = "Nobody knows whether this mail arrived. Send it again only after you asked the recipient.";
    if (
      email.state === "unknown" &&
      !(await dialogs.ask({ title: "Send again?", text, yes: "Send again", danger: true }))
    )
      return;
    await attempt(async () => {
      const queued = await api.post<Queued>(`/invoice/${invoiceId}/email/${email.id}/retry`);
      onChanged();
      void tellOfMail(queued, onChanged);
    }, email.id);
  };
  const kind = (email: SentEmail) => <ChoiceTag of={partChoices} name="email.kind" value={email.kind} />;
  return (
    <PlainTable
      rows={emails}
      rowProps={({ subject, by }) => ({ title: [subject, by && `by ${by}`].filter(Boolean).join(", ") })}
      columns={[
        { title: "Date", cell: ({ date }) => formatDateTime(date) },
        {
          title: "What",
          className: "fin-narrow",
          cell: (email) => (email.fileId ? <Link to={`/file/${email.fileId}`}>{kind(email)}</Link> : kind(email)),
        },
        {
          title: "To",
          className: "fin-to",
          cell: ({ to, error }) => (
            <>
              {to}
              {error && <div className="fin-why">{error}</div>}
            </>
          ),
        },
        {
          title: "State",
          className: "fin-narrow fin-state",
          cell: (email) => (
            <>
              <ChoiceTag of={partChoices} name="email.state" value={email.state} />
              {(email.state === "failed" || email.state === "unknown") && (
                <Button
                  size="small"
                  loading={busy === email.id}
                  icon={<Icon name="refresh" size={13} />}
                  onClick={() => void retry(email)}
                >
                  Retry
                </Button>
              )}
            </>
          ),
        },
      ]}
    />
  );
}
