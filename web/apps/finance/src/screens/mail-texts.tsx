import type { RecordData } from "@staffroom/contract";
import { MergeFields } from "@staffroom/ui";
import { RecordList } from "../record-list";

type MailText = RecordData & { kind: string; words: Record<string, string> };

const titles: Record<string, string> = { invoice: "Invoice", receipt: "Receipt", reminder: "Reminder", creditNote: "Credit note" };

/** What the mails say that invoices, receipts and reminders go out with. */
export default function MailTexts() {
  return (
    <RecordList<MailText> list="invoiceTemplates" thing="/invoices/templates" param="text" title="Mail texts" heading={({ kind }) => titles[kind] ?? kind}>
      {({ words }) => <MergeFields fields={words} />}
    </RecordList>
  );
}
