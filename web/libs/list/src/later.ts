import { api, download, followJob, getSession, subscribeSession } from "@staffroom/api";
import type { Job, Moved } from "@staffroom/contract";
import { formatCount, toast } from "@staffroom/ui";

/** A job that goes on behind the user's back: what it is called, and the call that takes a finished move back. */
export type Later = { id: string; title: string; undo?: string };
type Result = { fileId?: number; name?: string; moved?: number; sent?: number; failed?: number };

/** Kept in the tab's storage, so that they are followed after a reload. */
const storageKey = "staffroom.later";
const waiting = (): Later[] => JSON.parse(sessionStorage.getItem(storageKey) ?? "[]") as Later[];
const keep = (jobs: Later[]) => sessionStorage.setItem(storageKey, JSON.stringify(jobs));
const records = (count: number) => formatCount(count, "record", "records");

/** The result of a job that ended. Throws the reason where it failed. */
export function resultOf<T>(job: Job<T>): T {
  if (job.state === "failed" || !job.result) throw new Error(job.error || "Action failed");
  return job.result;
}

export async function downloadResult({ fileId, name }: { fileId: number; name: string }): Promise<void> {
  await download(`/file/${fileId}/download`, name);
}

/** Takes back what a job moved, says how much, and what stays as it is. */
export async function takeBack({ id, title, undo = "" }: Later): Promise<void> {
  const started = await api.post<{ id: string }>(undo, { job: id });
  const { moved, refusals } = resultOf(await followJob<Moved>(started.id, () => undefined, new AbortController().signal));
  if (moved) toast.success(`${title}: ${records(moved)} undone`);
  for (const { text, count } of refusals) toast.refusal(`${records(count)}: ${text}`, "Not undone");
}

/** Says what a job did, by what it answers: a file is offered, a move can be taken back. */
function tell(later: Later, { fileId, name, moved, sent = 0, failed = 0 }: Result): void {
  const { title, undo } = later;
  if (fileId && name) toast.ready(`${title} ready: ${name}`, { label: "Download", run: () => void downloadResult({ fileId, name }).catch(toast.error) });
  else if (moved !== undefined && undo && moved > 0) toast.undoable(title, () => void takeBack(later).catch(toast.error), records(moved));
  else if (moved !== undefined) toast.success(`${title}: ${records(moved)}`);
  else if (failed) toast.refusal(`${sent.toLocaleString("en-GB")} sent, ${failed.toLocaleString("en-GB")} failed`, title);
  else toast.success(`${title}: ${sent.toLocaleString("en-GB")} sent`);
}

const followed = new Set<string>();

async function follow(later: Later): Promise<void> {
  const { id } = later;
  if (followed.has(id)) return;
  followed.add(id);
  const left = new AbortController();
  const stop = subscribeSession(() => getSession().status === "signedOut" && left.abort());
  try {
    const job = await followJob<Result>(id, () => undefined, left.signal);
    if (job.state !== "cancelled") tell(later, resultOf(job));
  } catch (error) {
    if (!left.signal.aborted) toast.error(error);
  } finally {
    stop();
    followed.delete(id);
    if (!left.signal.aborted) told(id);
  }
}

/** Remembers a job that its own dialog follows, for the case of a reload; `told` ends that. */
export function remember(later: Later): void {
  keep([...waiting().filter(({ id }) => id !== later.id), later]);
}

/** The user knows what came of a job. */
export function told(job: string): void {
  keep(waiting().filter(({ id }) => id !== job));
}

/** Says what a job did once it has ended, on any screen. */
export function tellLater(later: Later): void {
  remember(later);
  void follow(later);
}

/** Follows the jobs that were running before a reload. Called after sign-in. */
export function resumeJobs(): void {
  for (const later of waiting()) void follow(later);
}
