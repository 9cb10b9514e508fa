import { useApi } from "@staffroom/api";
import type { Row } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { ErrorState, formatDateTime, LoadingState, RichTextView, useOpenRecord } from "@staffroom/ui";
import { Descriptions, Drawer } from "antd";
import { SendAgain } from "../mail/send-again";
import "../mail/style.css";
import type { SentMail } from "../mail/types";

/** The log of what was sent; the mail that is open stands in the address beside the view of the list. */
export default function SentEmailsScreen() {
  const [open, show] = useOpenRecord("id");
  return (
    <>
      <ListScreen path="/emailTemplates/sent" onOpen={(row: Row) => show(row.id as number)} emptyText="What is sent from a template will be listed here." />
      <Drawer open={open !== null} onClose={() => show(null)} size={680} title="Sent email" destroyOnHidden>
        {open !== null && <Mail key={open} id={open} />}
      </Drawer>
    </>
  );
}

function Mail({ id }: { id: number }) {
  const { data: mail, error, refetch } = useApi<SentMail>(`/emailTemplates/sent/${id}`, undefined, { staleTime: 0 });
  if (error && !mail) return <ErrorState error={error} title="The email did not load" onRetry={() => void refetch()} />;
  if (!mail) return <LoadingState rows={8} />;
  const facts = [
    ["To", `${mail.person} <${mail.recipient}>`],
    ["Subject", mail.subject],
    ["Template", mail.template],
    ["By", `${mail.sentBy}, ${formatDateTime(mail.queued)}`],
    ["Sent", mail.sent && formatDateTime(mail.sent)],
    ["Error", mail.error],
    ["Attachments", mail.fileIds.length > 0 && mail.fileIds.map((file) => <a key={file} href={`#/file/${file}`}>File {file} </a>)],
  ] as const;
  return (
    <>
      <Descriptions size="small" column={1} colon={false} styles={{ label: { width: 110 } }} items={facts.filter(([, text]) => text).map(([label, children]) => ({ key: label, label, children }))} />
      {(mail.state === "failed" || mail.state === "unknown") && <SendAgain mail={mail} />}
      <div className="sr-mail-shown"><RichTextView html={mail.body} /></div>
    </>
  );
}
