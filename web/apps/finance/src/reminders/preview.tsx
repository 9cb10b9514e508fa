import { useApi } from "@staffroom/api";
import { Answered, Dialog, Facts, RichTextView } from "@staffroom/ui";
import { Link } from "react-router";
import { path, textOf, type Mail, type Rung } from "./calls";

/** A reminder's email about an invoice that waits for it, by default the first. */
export function PreviewMail({ rung, invoiceId, onClose }: { rung: Rung; invoiceId?: number; onClose: () => void }) {
  const mail = useApi<Mail>(`${path}/ladder/${rung.id}/preview`, { invoiceId });
  return (
    <Dialog
      open
      title={`Mail ${rung.title.toLowerCase()}`}
      width={760}
      footer={<Link to={textOf(rung)}>Edit the text: {rung.text.title}</Link>}
      onCancel={onClose}
    >
      <Answered query={mail} rows={8}>
        {({ to, subject, body, attachments, warning }) => (
          <>
            {warning && (
              <p className="fin-mismatch" role="alert">
                {warning}
              </p>
            )}
            <Facts facts={{ To: to, Subject: subject, Attached: attachments.map(({ name }) => name).join(", ") }} />
            <div className="fin-preview">
              <RichTextView html={body} />
            </div>
          </>
        )}
      </Answered>
    </Dialog>
  );
}
