import { api, cancelJob, download, exportDelayMs, followJob } from "@staffroom/api";
import type { Job } from "@staffroom/contract";
import { Icon, toast } from "@staffroom/ui";
import { Button, Dropdown, Modal, Progress } from "antd";
import { useRef, useState } from "react";
import type { RowKey } from "./selection";

export type ExportFormat = "xlsx" | "pdf";
type Running = { format: ExportFormat; job: Job | null };
const names: Record<ExportFormat, string> = { xlsx: "spreadsheet", pdf: "PDF" };

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

type Props = {
  path: string;
  /** What to export at the moment of the click. */
  request: () => { query: Record<string, string>; ids?: RowKey[]; except?: RowKey[]; columns?: string[] };
  size: "selection" | "list";
};

/** Exports as a job of the server, shows how far it is, and hands over the file (platform.md 7, 8). */
export function ExportButton({ path, request, size }: Props) {
  const [running, setRunning] = useState<Running | null>(null);
  const stop = useRef<AbortController | null>(null);

  const start = async (format: ExportFormat) => {
    const control = new AbortController();
    stop.current = control;
    setRunning({ format, job: null });
    try {
      const started = Date.now();
      const { id } = await api.post<{ id: string }>(`${path}/export`, { format, ...request() }, { signal: control.signal });
      const job = await followJob(id, (now) => setRunning({ format, job: now }), control.signal);
      if (job.state === "cancelled") return;
      if (job.state === "failed" || !job.result) throw new Error(job.error || "Action failed");
      // The dialog stands at least this long, so that a quick export does not flash by.
      await pause(Math.max(0, exportDelayMs - (Date.now() - started)));
      if (control.signal.aborted) return;
      await download(`/file/${job.result.fileId}/download`, job.result.name);
      toast.success(`${job.result.name} was downloaded`);
    } catch (error) {
      if (!control.signal.aborted) toast.error(error);
    } finally {
      setRunning(null);
    }
  };

  const cancel = () => {
    stop.current?.abort();
    if (running?.job) cancelJob(running.job.id).catch(() => undefined);
    setRunning(null);
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
          ],
          onClick: ({ key }) => void start(key as ExportFormat),
        }}
      >
        <Button icon={<Icon name="download" size={15} />}>{size === "selection" ? "Export selected" : "Export"}</Button>
      </Dropdown>
      <Modal
        open={!!running}
        title={running && `Preparing the ${names[running.format]}`}
        closable={false}
        mask={{ closable: false }}
        width={420}
        footer={<Button onClick={cancel}>Cancel</Button>}
      >
        <Progress percent={percent} status="active" showInfo={!!job?.total} />
        <div className="sr-muted" role="status">
          {!job || job.state === "queued" ? "Waiting for its turn…" : `${job.done.toLocaleString("en-GB")}${job.total ? ` of ${job.total.toLocaleString("en-GB")}` : ""} rows`}
        </div>
      </Modal>
    </>
  );
}
