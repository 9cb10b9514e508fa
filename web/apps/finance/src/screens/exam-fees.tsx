import type { RecordData } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { useOpenRecord } from "@staffroom/ui";
import { RecordDrawer } from "../payouts/record-drawer";

/** What an exam costs: the board's fee, our own a paper, and whether there is a speaking supplement. */
export default function ExamFees() {
  const [opened, open] = useOpenRecord("fee");
  return (
    <>
      <ListScreen list="examFees" path="/invoice/examFees" onOpen={(row) => open(row.id as number)} emptyText="No fees yet: exams cannot be added to an invoice. Add the first." />
      <RecordDrawer<RecordData & { title: string; board: string }> thing="/invoice/examFees" id={opened} title={({ title, board }) => `${title} (${board})`} onClose={() => open(null)} />
    </>
  );
}
