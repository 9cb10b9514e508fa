import { api, invalidate } from "@staffroom/api";
import { toast, useAttempt } from "@staffroom/ui";
import { Button } from "antd";

type Billed = { status: string; reason: string };

/** Drafts the lines of an entry that has none: after its fees were entered, or its draft was deleted. */
export function DraftExam({ id, candidate }: { id: number; candidate: string }) {
  const [busy, attempt] = useAttempt();
  const draft = () => attempt(async () => {
    const { status, reason } = await api.post<Billed>(`/invoices/exams/${id}/draft`);
    await invalidate("/invoices/exams");
    if (status === "open") toast.info(reason);
    else toast.success(`The exam fees of ${candidate} are on a draft`);
  });
  return <Button size="small" loading={busy !== null} aria-label={`Draft lines of ${candidate}`} onClick={() => void draft()}>Draft lines</Button>;
}
