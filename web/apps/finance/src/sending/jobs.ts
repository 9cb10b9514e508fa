import { ApiError, awaitJob, errorText } from "@staffroom/api";
import type { Job, Shape } from "@staffroom/contract";
import { toast } from "@staffroom/ui";

/** The immediate response to a sending (docs/finance.md, Sending). */
export type Queued = Shape<"finance", "MailQueued">;

/** The result of one invoice in a bulk job. */
export type RowResult = { id: number; number: string | null; name: string; state: string; reason: string };
export type BulkResult = {
  rows: RowResult[];
  sent?: number;
  printed?: number;
  skipped: number;
  failed?: number;
  unknown?: number;
  fileId?: number | null;
  name?: string;
};

export const distributed = "Emails have been distributed";
/** `Emails sent: Emails have been distributed` (money.md 8); other notices have no prefix. */
const noticeText = (notice: string) => (notice === distributed ? `Emails sent: ${notice}` : notice);

const patience = 8000;

/** Shows a toast with the result of a queued email, or that it waits; `onEnd` then refreshes the log. */
export async function tellOfMail({ jobId, notice }: Queued, onEnd: () => void): Promise<void> {
  try {
    const job = await awaitJob<{ state?: string }>(jobId, { patience, cancelled: "The mail was cancelled" });
    if (!job)
      toast.info("The email is waiting and is sent automatically. The log of the invoice shows when.", "Not sent yet");
    else if (job.result?.state === "sent") toast.success(noticeText(notice));
    else toast.refusal("It is not known whether the mail went out; its log says more", "Mail not confirmed");
  } catch (error) {
    if (error instanceof ApiError) toast.error(error);
    else toast.refusal(errorText(error), "Mail not sent");
  } finally {
    onEnd();
  }
}

export const resultOf = (job: Job) => job.result as unknown as BulkResult;
