import { ListScreen } from "@staffroom/list";

/** Where invoices are paid to: on the payment page, one an organisation and currency. */
export default function BankAccounts() {
  return <ListScreen list="bankAccounts" path="/invoices/bankaccounts" emptyText="No accounts yet: the payment page cannot say where to pay to. Add the first." />;
}
