import { api, awaitJob, invalidate } from "@staffroom/api";
import type { Answer, RecordPieceProps } from "@staffroom/contract";
import { ChoiceTag } from "@staffroom/screen";
import { copyText, formatDateTime, toast, useAttempt } from "@staffroom/ui";
import { Button } from "antd";
import "../style.css";

export type MailDomain = Answer<"support", "/v2/support/mailDomain/{id}">;
type Check = Answer<"support", "/v2/support/mailDomain/{id}/check", "post">;
const path = "/v2/support/mailDomain";

/**
 * The findings of the last check of SPF, DKIM and DMARC, each with the record to set; and a button that checks again.
 */
export default function DomainCheck({ record, reload }: RecordPieceProps<MailDomain>) {
  const [busy, attempt] = useAttempt();
  const check = () =>
    attempt(async () => {
      const { jobId } = await api.post<Check>(`${path}/${record.id}/check`);
      try {
        if (await awaitJob(jobId, { cancelled: "The check was cancelled" })) toast.success("The records were checked");
        else toast.info("The check still runs. Open the domain again later.", "Not checked yet");
      } finally {
        await invalidate(`${path}s`);
        reload();
      }
    });
  return (
    <section className="sr-mail-domain" aria-label="Records">
      <header>
        <span className="sr-muted">
          {record.checked ? `Checked ${formatDateTime(record.checked)}` : "Not checked yet"}
        </span>
        <Button size="small" loading={busy !== null} onClick={() => void check()}>
          Check now
        </Button>
      </header>
      {record.findings.map(({ record: kind, state, text, name, value }) => (
        <article key={kind}>
          <h3>
            {kind} <ChoiceTag of={`${path}s/columns`} name="state" value={state} />
          </h3>
          <p>{text}</p>
          {value && (
            <dl>
              <div>
                <dt>Name</dt>
                <dd>
                  <code>{name}</code>
                </dd>
              </div>
              <div>
                <dt>TXT record</dt>
                <dd>
                  <code>{value}</code>{" "}
                  <Button
                    size="small"
                    aria-label={`Copy the ${kind} record`}
                    onClick={() => void copyText(value, `The ${kind} record is copied`)}
                  >
                    Copy
                  </Button>
                </dd>
              </div>
            </dl>
          )}
        </article>
      ))}
    </section>
  );
}
