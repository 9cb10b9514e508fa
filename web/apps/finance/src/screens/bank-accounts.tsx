import type { RecordData } from "@staffroom/contract";
import { RecordList } from "../record-list";

/** Where invoices are paid to: on the payment page and on the PDF, one an organisation and currency. */
export default function BankAccounts() {
  return (
    <RecordList<RecordData & { holder: string; currency: string }>
      thing="/invoices/bankaccounts"
      param="account"
      heading={({ holder, currency }) => `${holder}, ${currency}`}
      emptyText="No accounts yet: the payment page cannot say where to pay to. Add the first."
    />
  );
}
