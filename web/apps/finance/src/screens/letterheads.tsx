import type { RecordData } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { useOpenRecord } from "@staffroom/ui";
import { RecordDrawer } from "../payouts/record-drawer";

/** What stands at the head and the foot of every document, one an organisation. */
export default function Letterheads() {
  const [opened, open] = useOpenRecord("letterhead");
  return (
    <>
      <ListScreen list="letterheads" path="/invoices/letterheads" onOpen={(row) => open(row.id as number)} />
      <RecordDrawer<RecordData & { name: string }> thing="/invoices/letterheads" id={opened} title={({ name }) => name} onClose={() => open(null)} />
    </>
  );
}
