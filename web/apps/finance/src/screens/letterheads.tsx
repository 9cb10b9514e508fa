import type { RecordData } from "@staffroom/contract";
import { RecordList } from "../record-list";

/** What stands at the head and the foot of every document, one an organisation. */
export default function Letterheads() {
  return <RecordList<RecordData & { name: string }> list="letterheads" thing="/invoices/letterheads" param="letterhead" heading={({ name }) => name} />;
}
