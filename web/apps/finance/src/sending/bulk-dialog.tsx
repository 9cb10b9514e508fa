import { api, cancelJob, download, followJob, invalidate } from "@staffroom/api";
import type { Choice, Job, Shape } from "@staffroom/contract";
import { tellLater } from "@staffroom/list";
import { ChoiceTag, useChoices } from "@staffroom/screen";
import { Dialog, ErrorState, formatNumber, Icon, LoadingState, PlainTable, toast } from "@staffroom/ui";
import { Button, Checkbox, Progress, Segmented } from "antd";
import { useEffect, useRef, useState } from "react";
import { nameOf, partChoices } from "../types";
import { resultOf, type BulkResult, type RowResult } from "./jobs";
import SendDialog, { type Edited, type MailKind } from "./send-dialog";
import "./style.css";

type BulkWhat = "send" | "print";
type Summary = Shape<"finance", "PrintSummary"> & Partial<Shape<"finance", "SendSummary">>;

const mostPreviewed = 50;
const labels = {
  send: { title: "Send invoices", verb: "Send", done: "sent", doing: "Sending" },
  print: { title: "Print invoices", verb: "Print", done: "printed", doing: "Printing" },
} as const;
const formats = [
  { value: "pdf" as const, label: "One PDF" },
  { value: "zip" as const, label: "ZIP with a PDF of each" },
];
type Props = {
  what: BulkWhat;
  choice: Choice;
  onClose: () => void;
  /** Sends only reminders, to chase unpaid invoices. */ chase?: boolean;
};

/** Sends or prints many invoices: summary, progress, and each result. */
export default function BulkDialog({ what, choice, onClose, chase }: Props) {
  const [kind, setKind] = useState<MailKind>(chase ? "reminder" : "invoice");
  const [again, setAgain] = useState(false);
  const [format, setFormat] = useState<"pdf" | "zip">("pdf");
  const [summary, setSummary] = useState<Summary | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [previewing, setPreviewing] = useState(false);
  const [job, setJob] = useState<Job | null>(null);
  const [jobId, setJobId] = useState<string | null>(null);
  const control = useRef(new AbortController());
  const word = labels[what];
  const choices = useChoices(partChoices);
  const request = { ...choice, ...(what === "send" ? { kind, again, ...(chase ? { of: "unpaid" } : {}) } : {}) };
  const bundle = what === "print" ? { format } : {};
  const body = JSON.stringify(request);

  useEffect(() => {
    const loading = new AbortController();
    setSummary(null);
    setError(null);
    api
      .post<Summary>(`/invoices/${what}/summary`, JSON.parse(body), { signal: loading.signal })
      .then(setSummary, (failed: unknown) => !loading.signal.aborted && setError(failed));
    return () => loading.abort();
  }, [what, body]);
  useEffect(() => {
    const current = control.current;
    return () => current.abort();
  }, []);

  const start = async (mails?: Record<number, Edited>, ids?: number[]) => {
    setPreviewing(false);
    try {
      const { id } = await api.post<Shape<"finance", "Started">>(`/invoices/${what}`, {
        ...request,
        ...bundle,
        ...(ids ? { ids, except: undefined, query: undefined } : {}),
        ...(mails ? { mails } : {}),
      });
      setJobId(id);
      const ended = await followJob(id, setJob, control.current.signal);
      void invalidate("/invoices");
      if (ended.state === "failed") toast.refusal(ended.error ?? "Action failed", `${word.doing} stopped`);
    } catch (failed) {
      if (!control.current.signal.aborted) toast.error(failed);
    }
  };

  const result = job?.state === "done" ? resultOf(job) : null;
  const leave = () => {
    if (jobId && !result && !ended(job)) tellLater({ id: jobId, title: what === "print" ? "Print" : word.title });
    onClose();
  };
  if (previewing && summary?.ids) {
    return (
      <SendDialog
        invoices={summary.ids}
        kind={kind}
        onClose={() => setPreviewing(false)}
        onSent={onClose}
        onSendMany={(ids, mails) => void start(mails, ids)}
      />
    );
  }
  const footer = result ? (
    <>
      {result.fileId && (
        <Button
          type="primary"
          icon={<Icon name="download" size={15} />}
          onClick={() =>
            void download(`/file/${result.fileId}/download`, result.name ?? "Invoices.pdf").catch(toast.error)
          }
        >
          Download {result.name?.endsWith(".zip") ? "ZIP" : "PDF"}
        </Button>
      )}
      <Button onClick={onClose}>Close</Button>
    </>
  ) : jobId ? (
    <>
      <Button disabled={ended(job)} onClick={() => void cancelJob(jobId).catch(toast.error)}>
        Stop
      </Button>
      <Button type="primary" onClick={leave}>
        {ended(job) ? "Close" : "Go on working"}
      </Button>
    </>
  ) : (
    <>
      {what === "send" && (
        <Button
          disabled={!summary?.ready || summary.ready > mostPreviewed}
          title={summary && summary.ready > mostPreviewed ? `Up to ${mostPreviewed} can be previewed` : undefined}
          onClick={() => setPreviewing(true)}
        >
          Preview
        </Button>
      )}
      <Button onClick={onClose}>Cancel</Button>
      <Button
        type="primary"
        disabled={!summary?.ready}
        icon={<Icon name={what === "send" ? "send" : "file-text"} size={15} />}
        onClick={() => void start()}
      >
        {word.verb}
        {summary ? ` ${formatNumber(summary.ready)}` : ""}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      className="fin-bulk"
      title={chase ? "Send reminders" : word.title}
      width={680}
      mask={{ closable: false }}
      onCancel={leave}
      footer={footer}
    >
      {!jobId && what === "send" && (
        <div className="fin-bulk-how">
          {!chase && choices && (
            <Segmented
              options={[...choices("bulk.kind")] as { value: MailKind; label: string }[]}
              value={kind}
              onChange={setKind}
            />
          )}
          <Checkbox checked={again} onChange={({ target }) => setAgain(target.checked)}>
            Also those sent today
          </Checkbox>
        </div>
      )}
      {!jobId && what === "print" && (
        <div className="fin-bulk-how">
          <Segmented aria-label="As" options={formats} value={format} onChange={setFormat} />
        </div>
      )}
      {!jobId && error !== null && <ErrorState error={error} title="This cannot be done" />}
      {!jobId && error === null && (summary ? <Summed summary={summary} what={what} /> : <LoadingState rows={4} />)}
      {jobId && !result && <Running job={job} doing={word.doing} />}
      {result && <Results result={result} done={word.done} />}
    </Dialog>
  );
}

const ended = (job: Job | null) => job?.state === "failed" || job?.state === "cancelled";

function Summed({ summary, what }: { summary: Summary; what: BulkWhat }) {
  const { ready, total, drafts, skipped } = summary;
  return (
    <>
      <p role="status">
        <b>{formatNumber(ready)}</b> of {formatNumber(total)} {total === 1 ? "invoice" : "invoices"} will be{" "}
        {labels[what].done}.
        {drafts > 0 &&
          (what === "send"
            ? ` ${formatNumber(drafts)} of them are drafts: they are proposed and get their numbers.`
            : ` ${formatNumber(drafts)} of them are drafts and marked so.`)}
      </p>
      {skipped.length > 0 && <Rows rows={skipped.map((row) => ({ ...row, state: "skipped" }))} />}
    </>
  );
}

function Running({ job, doing }: { job: Job | null; doing: string }) {
  const percent = job?.total ? Math.round((job.done / job.total) * 100) : 0;
  const text =
    !job || job.state === "queued"
      ? "Waiting for its turn…"
      : `${doing} ${formatNumber(job.done)} of ${formatNumber(job.total ?? 0)}`;
  return (
    <>
      <Progress aria-label="Progress" percent={percent} status={ended(job) ? "exception" : "active"} />
      <p role="status">
        {ended(job) ? (job?.error ?? "Stopped. Mails that were already sent are not affected.") : text}
      </p>
      {!ended(job) && (
        <p className="sr-muted">
          You can go on working: the job continues, and retries while the mail server, the PDF renderer or the file
          service does not answer.
        </p>
      )}
    </>
  );
}

function Results({ result, done }: { result: BulkResult; done: string }) {
  const counts = [
    [result.sent ?? result.printed ?? 0, done],
    [result.skipped, "left out"],
    [result.failed ?? 0, "failed"],
    [result.unknown ?? 0, "not known"],
  ] as const;
  // Failed ones come first.
  const rank: Record<string, number> = { failed: 0, unknown: 1, skipped: 2 };
  const rows = [...result.rows].sort((one, other) => (rank[one.state] ?? 3) - (rank[other.state] ?? 3));
  return (
    <>
      <p role="status">
        {counts
          .filter(([count], index) => index === 0 || count > 0)
          .map(([count, text]) => `${formatNumber(count)} ${text}`)
          .join(", ")}
      </p>
      <Rows rows={rows} />
    </>
  );
}

function Rows({ rows }: { rows: readonly RowResult[] }) {
  return (
    <div className="fin-bulk-rows">
      <PlainTable
        rows={rows}
        columns={[
          { title: "Number", cell: nameOf },
          { title: "Name", cell: ({ name }) => name },
          {
            title: "State",
            className: "fin-narrow",
            cell: ({ state }) => <ChoiceTag of={partChoices} name="bulk.state" value={state} />,
          },
          { title: "Why", className: "fin-why", cell: ({ reason }) => reason },
        ]}
      />
    </div>
  );
}
