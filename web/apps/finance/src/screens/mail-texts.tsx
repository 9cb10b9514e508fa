import type { RecordData } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { useOpenRecord } from "@staffroom/ui";
import { Facts, RecordDrawer } from "../payouts/record-drawer";

type MailText = RecordData & { kind: string; words: Record<string, string> };

const titles: Record<string, string> = { invoice: "Invoice", receipt: "Receipt", reminder: "Reminder", creditNote: "Credit note" };

/** What the mails say that invoices, receipts and reminders go out with. */
export default function MailTexts() {
  const [opened, open] = useOpenRecord("text");
  return (
    <>
      <ListScreen list="invoiceTemplates" path="/invoices/templates" title="Mail texts" onOpen={(row) => open(row.id as number)} />
      <RecordDrawer<MailText> thing="/invoices/templates" id={opened} title={({ kind }) => titles[kind] ?? kind} onClose={() => open(null)}>
        {({ words }) => <Facts facts={Object.entries(words).map(([word, meaning]) => [`{{${word}}}`, meaning])} />}
      </RecordDrawer>
    </>
  );
}
