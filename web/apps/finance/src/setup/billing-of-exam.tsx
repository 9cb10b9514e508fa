import { api, invalidate } from "@staffroom/api";
import { toast, useAttempt } from "@staffroom/ui";
import { Button } from "antd";
import { Link } from "react-router";

type Billed = { status: string; reason: string };

/** Drafts the lines of an entry that has none: after its fees were entered, or its draft was deleted. */
function DraftExam({ id, candidate }: { id: number; candidate: string }) {
  const [busy, attempt] = useAttempt();
  const draft = () =>
    attempt(async () => {
      const { status, reason } = await api.post<Billed>(`/invoices/exams/${id}/draft`);
      await invalidate("/invoices/exams");
      if (status === "open") toast.info(reason);
      else toast.success(`The exam fees of ${candidate} are on a draft`);
    });
  return (
    <Button
      size="small"
      loading={busy !== null}
      aria-label={`Draft lines of ${candidate}`}
      onClick={() => void draft()}
    >
      Draft lines
    </Button>
  );
}

type BillingOfExamProps = {
  id: number;
  candidate: string;
  status: string;
  invoiceId?: number | null;
};

/** The invoice of an entry's newest line, or the way to create one. */
export function BillingOfExam({ id, candidate, status, invoiceId }: BillingOfExamProps) {
  if (invoiceId)
    return (
      <Link to={`/accounts/invoices?invoice=${invoiceId}`} aria-label={`Invoice of ${candidate}`}>
        Invoice
      </Link>
    );
  return status === "open" && <DraftExam id={id} candidate={candidate} />;
}
