import { api, cancelJob, exportDelayMs, followJob } from "@staffroom/api";
import type { Job } from "@staffroom/contract";
import { t } from "@staffroom/language";
import { Dialog, formatNumber, Icon, toast } from "@staffroom/ui";
import { Button, Dropdown, Progress } from "antd";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { downloadResult, tellLater } from "./later";
import { resultOf } from "./move-result";
import type { RowKey } from "../selection/selection";

type ExportFormat = "xlsx" | "pdf";
type Running = { format: ExportFormat; job: Job | null };
const names: Record<ExportFormat, string> = { xlsx: "spreadsheet", pdf: "PDF" };

const labels = { selection: "Export selected", list: t("Export"), figures: "Export figures" } as const;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** The rows and columns, or the figures, to export. */
export type ExportRequest = {
  query: Record<string, string>;
  ids?: RowKey[];
  except?: RowKey[];
  columns?: string[];
  figures?: { by: string; sum?: string; compare?: string; asOf?: string; chart?: string };
};
export type ExportSize = keyof typeof labels;

type Props = {
  path: string;
  /** Evaluated at the click. */
  request: () => ExportRequest;
  size: ExportSize;
  /** Imports a spreadsheet into the list, if the user may. */
  onImport?: () => void;
};

/** One export: `id` once its job is known, `closed` once its dialog is closed. */
type Task = { control: AbortController; id?: string; closed?: boolean };

/**
 * Starts an export as a job of the server, shows its progress and downloads the file (platform.md 7, 8). Once the
 * dialog is closed, a toast offers the file when it is ready.
 */
export function ExportButton({ path, request, size, onImport }: Props) {
  const navigate = useNavigate();
  const [running, setRunning] = useState<Running | null>(null);
  const current = useRef<Task | null>(null);

  const start = async (format: ExportFormat) => {
    const task: Task = { control: new AbortController() };
    const { signal } = task.control;
    current.current = task;
    setRunning({ format, job: null });
    try {
      const started = Date.now();
      task.id = (await api.post<{ id: string }>(`${path}/export`, { format, ...request() }, { signal })).id;
      if (task.closed) return tellLater({ id: task.id, title: "Export" });
      const job = await followJob(task.id, (now) => !signal.aborted && setRunning({ format, job: now }), signal);
      if (job.state === "cancelled") return;
      const file = resultOf(job);
      // The dialog stays open at least this long, so that a quick export does not flash.
      await pause(Math.max(0, exportDelayMs - (Date.now() - started)));
      if (signal.aborted) return;
      await downloadResult(file);
      toast.success(`${file.name} was downloaded`);
    } catch (error) {
      if (!signal.aborted) toast.error(error);
    } finally {
      if (current.current === task) setRunning(null);
    }
  };

  const leave = () => {
    const task = current.current;
    current.current = null;
    setRunning(null);
    return task;
  };
  const close = () => {
    const task = leave();
    if (!task) return;
    task.closed = true;
    if (!task.id) return;
    task.control.abort();
    tellLater({ id: task.id, title: "Export" });
  };
  const cancel = () => {
    const task = leave();
    task?.control.abort();
    if (task?.id) cancelJob(task.id).catch(() => undefined);
  };

  const job = running?.job;
  const percent = job?.total ? Math.min(100, Math.round((job.done / job.total) * 100)) : 0;
  return (
    <>
      <Dropdown
        trigger={["click"]}
        menu={{
          items: [
            { key: "xlsx", label: "Spreadsheet (XLSX)", icon: <Icon name="file-sheet" size={15} /> },
            { key: "pdf", label: "PDF", icon: <Icon name="file-text" size={15} /> },
            ...(onImport
              ? [
                  { type: "divider" as const },
                  { key: "import", label: "Import a spreadsheet…", icon: <Icon name="upload" size={15} /> },
                  { key: "changes", label: "My bulk changes", icon: <Icon name="undo" size={15} /> },
                ]
              : []),
          ],
          onClick: ({ key }) =>
            key === "import"
              ? onImport?.()
              : key === "changes"
                ? void navigate("/bulk-changes")
                : void start(key as ExportFormat),
        }}
      >
        <Button icon={<Icon name="download" size={15} />}>{labels[size]}</Button>
      </Dropdown>
      <Dialog
        open={!!running}
        title={running && `Preparing the ${names[running.format]}`}
        onCancel={close}
        mask={{ closable: false }}
        width={420}
        footer={
          <>
            <Button onClick={cancel}>Cancel</Button>
            <Button type="primary" onClick={close}>
              Go on working
            </Button>
          </>
        }
      >
        <Progress aria-label="Progress" percent={percent} status="active" showInfo={!!job?.total} />
        <div className="sr-muted" role="status">
          {!job || job.state === "queued"
            ? "Waiting for its turn…"
            : `${formatNumber(job.done)}${job.total ? ` of ${formatNumber(job.total)}` : ""} rows`}
        </div>
        <p className="sr-muted">You need not wait here: you will be told when the file is ready.</p>
      </Dialog>
    </>
  );
}
