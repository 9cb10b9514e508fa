import { download, followJob, getSession, invalidate, subscribeSession } from "@staffroom/api";
import type { Job, Moved } from "@staffroom/contract";
import { formatNumber, keep, readKept, toast } from "@staffroom/ui";
import { moveResultOf, resultOf, tellResult, type MoveJob } from "./move-result";

/** A background job with its name, or a move on a selection. */
export type Later = { id: string; title: string } | MoveJob;
type Result = { fileId?: number; name?: string; sent?: number; failed?: number };

/** Kept in the tab's storage, so that they are followed after a reload. */
const storageKey = "staffroom.later";
const waiting = (): Later[] => readKept<Later[]>(storageKey, "sessionStorage") ?? [];
const keepWaiting = (jobs: Later[]) => keep(storageKey, jobs, "sessionStorage");

export async function downloadResult({ fileId, name }: { fileId: number; name: string }): Promise<void> {
  await download(`/file/${fileId}/download`, name);
}

/** Shows a job's result by its response: a file is offered, messages are counted. */
function tell(title: string, { fileId, name, sent = 0, failed = 0 }: Result): void {
  if (fileId && name)
    toast.ready(`${title} ready: ${name}`, {
      label: "Download",
      run: () => void downloadResult({ fileId, name }).catch(toast.error),
    });
  else if (failed) toast.refusal(`${formatNumber(sent)} sent, ${formatNumber(failed)} failed`, title);
  else toast.success(`${title}: ${formatNumber(sent)} sent`);
}

const followed = new Set<string>();

async function follow(later: Later): Promise<void> {
  const { id } = later;
  if (followed.has(id)) return;
  followed.add(id);
  const left = new AbortController();
  const stop = subscribeSession(() => getSession().status === "signedOut" && left.abort());
  try {
    const job = await followJob<Result | Moved>(id, () => undefined, left.signal);
    if ("list" in later) {
      tellResult(await moveResultOf(later, job as Job<Moved>));
      await invalidate(later.list);
    } else if (job.state !== "cancelled") tell(later.title, resultOf(job) as Result);
  } catch (error) {
    if (!left.signal.aborted) toast.error(error);
  } finally {
    stop();
    followed.delete(id);
    if (!left.signal.aborted) forget(id);
  }
}

/** Remembers a job that its own dialog follows, in case of a reload; `forget` ends that. */
export function remember(later: Later): void {
  keepWaiting([...waiting().filter(({ id }) => id !== later.id), later]);
}

/** Forgets a job: the user has seen its result. */
export function forget(job: string): void {
  keepWaiting(waiting().filter(({ id }) => id !== job));
}

/** Shows a job's result once it has ended, on any screen. */
export function tellLater(later: Later): void {
  remember(later);
  void follow(later);
}

/** Follows the jobs that were running before a reload. Called after sign-in. */
export function resumeJobs(): void {
  for (const later of waiting()) void follow(later);
}
