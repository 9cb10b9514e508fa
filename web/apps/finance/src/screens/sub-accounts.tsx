import { ListScreen } from "@staffroom/list";

/** Sub accounts with their VAT rates. A rate that changes here changes no invoice that is written already. */
export default function Screen() {
  return <ListScreen path="/xero/org/sub-accounts" emptyText="This chart has no sub accounts yet." />;
}
