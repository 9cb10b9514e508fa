import { api, invalidate } from "@staffroom/api";
import type { RecordData } from "@staffroom/contract";
import { formatCount, toast, useAttempt } from "@staffroom/ui";
import { Button } from "antd";
import { RecordMoves } from "../record-moves";

/** The moves of a file; refused rows of results can be imported again once they are corrected. */
export function FileActions({ record, reload }: { record: RecordData; reload: () => void }) {
  const [busy, attempt] = useAttempt();
  const again = () =>
    attempt(async () => {
      const { read } = await api.post<{ read: number }>(`/exams/files/${String(record.id)}/again`);
      toast.success(read ? `${formatCount(read, "row", "rows")} could be kept` : "No further row could be kept");
      await invalidate("/exams/files");
      reload();
    });
  return (
    <>
      <RecordMoves record={record} reload={reload} />
      {record.kind === "results" && !record.emptied && (
        <Button loading={busy !== null} onClick={() => void again()}>
          Read refused rows again
        </Button>
      )}
    </>
  );
}
