import type { RecordData } from "@staffroom/contract";
import { RecordList } from "../record-list";

/** What an exam costs: the board's fee, our own a paper, and whether there is a speaking supplement. */
export default function ExamFees() {
  return (
    <RecordList<RecordData & { title: string; board: string }>
      thing="/invoice/examFees"
      param="fee"
      heading={({ title, board }) => `${title} (${board})`}
      emptyText="No fees yet: exams cannot be added to an invoice. Add the first."
    />
  );
}
