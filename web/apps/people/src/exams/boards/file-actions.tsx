import { api, invalidate } from "@staffroom/api";
import type { RecordData } from "@staffroom/contract";
import { ActionButton, formatCount, toast } from "@staffroom/ui";
import { Moves } from "@staffroom/workflow";

/** The moves of a file; refused rows of results can be imported again once they are corrected. */
export function FileActions({ record, reload }: { record: RecordData; reload: () => void }) {
  const readAgain = async () => {
    const { read } = await api.post<{ read: number }>(`/exams/files/${record.id}/again`);
    toast.success(read ? `${formatCount(read, "row", "rows")} could be stored` : "No further row could be stored");
    await invalidate("/exams/files");
    reload();
  };
  return (
    <>
      <Moves moves={record.moves} onDone={reload} />
      {record.kind === "results" && !record.emptied && (
        <ActionButton run={readAgain}>Read refused rows again</ActionButton>
      )}
    </>
  );
}
