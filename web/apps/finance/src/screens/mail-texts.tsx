import type { Answer } from "@staffroom/contract";
import { MergeFields } from "@staffroom/ui";
import { RecordList } from "../record-list";

type MailText = Answer<"finance", "/invoices/templates/{id}">;

const titles: Record<string, string> = { invoice: "Invoice", receipt: "Receipt", reminder: "Reminder", creditNote: "Credit note" };

/** What the mails say that invoices, receipts and reminders go out with. */
export default function MailTexts() {
  return (
    <RecordList<MailText> thing="/invoices/templates" param="text" title="Mail texts" heading={({ kind }) => titles[kind] ?? kind}>
      {({ words }) => <MergeFields fields={words} />}
    </RecordList>
  );
}
