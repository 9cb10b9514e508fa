import type { RecordData } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { useOpenRecord } from "@staffroom/ui";
import { RecordDrawer } from "../payouts/record-drawer";

/** What a line, a header or a footer of an invoice can begin from. */
export default function Samples() {
  const [opened, open] = useOpenRecord("sample");
  return (
    <>
      <ListScreen list="invoiceSamples" path="/invoice/samples" onOpen={(row) => open(row.id as number)} emptyText="No samples yet: every line and text is typed by hand. Add the first." />
      <RecordDrawer<RecordData & { title: string }> thing="/invoice/samples" id={opened} title={({ title }) => title} onClose={() => open(null)} />
    </>
  );
}
