import { api, awaitJob, invalidate } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { Icon, toast, useAttempt, useDialogs } from "@staffroom/ui";
import { Button } from "antd";
import type { SentMail } from "../types";

const log = "/emailTemplates/sent";
const patience = 8000;
type Again = Answer<"support", "/emailTemplates/sent/{id}/retry", "post">;

/** Sends a failed email again; if it may have arrived, only after confirmation. */
export function SendAgain({ mail }: { mail: SentMail }) {
  const dialogs = useDialogs();
  const [busy, attempt] = useAttempt();

  const again = async () => {
    const text = "Nobody knows whether this mail arrived. Send it again only after you asked the recipient.";
    if (
      mail.state === "unknown" &&
      !(await dialogs.ask({ title: "Send again?", text, yes: "Send again", danger: true }))
    )
      return;
    await attempt(async () => {
      const { jobId, notice } = await api.post<Again>(`${log}/${mail.id}/retry`);
      // The email itself shows the result.
      await awaitJob(jobId, { patience }).catch(() => null);
      tell(await api.get<SentMail>(`${log}/${mail.id}`), notice);
    });
    void invalidate(log);
  };
  return (
    <Button
      className="sr-mail-again"
      loading={busy !== null}
      icon={<Icon name="refresh" size={14} />}
      onClick={() => void again()}
    >
      Send again
    </Button>
  );
}

/** Shows a toast with the state of the email. */
function tell({ state, error }: SentMail, notice: string): void {
  if (state === "sent") toast.success(`Emails sent: ${notice}`);
  else if (state === "failed") toast.refusal(error, "Mail not sent");
  else if (state === "unknown") toast.refusal("It is not known whether the mail went out", "Mail not confirmed");
  else toast.info("The email is waiting and is sent automatically. The log shows when.", "Not sent yet");
}
