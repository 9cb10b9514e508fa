import { ListScreen } from "@staffroom/list";

/** Nominal codes of every chart; accounting adds, changes and deletes them in place. */
export default function Screen() {
  return <ListScreen path="/xero/org/accounts" emptyText="This chart has no accounts yet." />;
}
