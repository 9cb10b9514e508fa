import { cancelJob, followJob, getSession, isEnded } from "@staffroom/api";
import type { Job, Moved, MovePreview } from "@staffroom/contract";
import { Dialog, formatNumber, toast, useAttempt } from "@staffroom/ui";
import { Button, Progress } from "antd";
import { useRef, useState } from "react";
import { remember, forget } from "../jobs/later";
import { moveResultOf, records, showResult, takeBack, tellResult, type MoveJob } from "../jobs/move-result";
import type { RowKey } from "../selection/selection";

type Running = { id: string; title: string; job: Job<Moved> | null };

/**
 * Follows the job that changes the selected records: shows its progress, then the result with refusals. `onDone` gets
 * the keys of the refused records if the user waited until the end.
 */
export function useSelectionJob(onDone: (refused?: ReadonlySet<RowKey>) => void) {
  const [, attempt] = useAttempt();
  const [running, setRunning] = useState<Running | null>(null);
  /** The job that the dialog shows; one that continues in the background belongs to another. */
  const shown = useRef("");

  const follow = async (started: MoveJob, title = started.title) => {
    const { id } = started;
    const isShown = () => shown.current === id;
    shown.current = id;
    setRunning({ id, title, job: null });
    // The result must survive a reload.
    remember(started);
    try {
      const job = await followJob<Moved>(
        id,
        (now) => isShown() && !isEnded(now) && setRunning({ id, title, job: now }),
        new AbortController().signal,
      );
      const result = await moveResultOf(started, job);
      forget(id);
      const waited = isShown();
      if (waited && (result.refused.length > 0 || result.isStopped)) showResult(result);
      else tellResult(result, () => takeBack(started).finally(onDone));
      if (!waited) return onDone();
      setRunning(null);
      onDone(new Set(result.refused.map((one) => one.id)));
    } catch (error) {
      if (getSession().status === "signedOut") return;
      forget(id);
      if (isShown()) setRunning(null);
      onDone();
      toast.error(error);
    }
  };
  const close = () => {
    // The job continues, and is followed until a toast can show its result.
    shown.current = "";
    setRunning(null);
  };
  const stop = () => running?.job && attempt(() => cancelJob(running.id));

  const dialog = (
    <Dialog
      open={!!running}
      title={running?.title}
      onCancel={close}
      mask={{ closable: false }}
      width={480}
      destroyOnHidden
      footer={
        <>
          <Button disabled={!running?.job} onClick={() => void stop()}>
            Stop here
          </Button>
          <Button type="primary" onClick={close}>
            Go on working
          </Button>
        </>
      }
    >
      {running && <Progressing job={running.job} />}
    </Dialog>
  );
  return { follow, dialog };
}

/** The progress of the job. */
function Progressing({ job }: { job: Job<Moved> | null }) {
  const total = job?.total ?? 0;
  return (
    <>
      <Progress
        aria-label="Progress"
        percent={total ? Math.round(((job?.done ?? 0) / total) * 100) : 0}
        status="active"
      />
      <div className="sr-muted" role="status">
        {!job || job.state === "queued" ? "Waiting for its turn…" : `${formatNumber(job.done)} of ${records(total)}`}
      </div>
    </>
  );
}

/** The reasons why records of the selection are refused, with the number of each. */
export function Refusals({ of }: { of: MovePreview["refusals"] }) {
  if (of.length === 0) return null;
  return (
    <ul className="sr-refusals">
      {of.map(({ text, count }) => (
        <li key={text}>
          {records(count)}: {text}
        </li>
      ))}
    </ul>
  );
}
