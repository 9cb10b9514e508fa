import type { RecordData } from "@staffroom/contract";
import { RecordList } from "../record-list";

/** What a line, a header or a footer of an invoice can begin from. */
export default function Samples() {
  return (
    <RecordList<RecordData & { title: string }>
      thing="/invoice/samples"
      param="sample"
      heading={({ title }) => title}
      emptyText="No samples yet: every line and text is typed by hand. Add the first."
    />
  );
}
