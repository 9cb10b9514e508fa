import { download, followJob, getSession, subscribeSession } from "@staffroom/api";
import type { Job } from "@staffroom/contract";
import { toast } from "@staffroom/ui";

/** Exports with a closed dialog; kept in the tab's storage, so that they are followed after a reload. */
const storageKey = "staffroom.exports";
const waiting = (): string[] => JSON.parse(sessionStorage.getItem(storageKey) ?? "[]") as string[];
const keep = (ids: string[]) => sessionStorage.setItem(storageKey, JSON.stringify(ids));

/** The file of a finished export. Throws the reason where it failed. */
export function exported(job: Job): NonNullable<Job["result"]> {
  if (job.state === "failed" || !job.result) throw new Error(job.error || "Action failed");
  return job.result;
}

export async function downloadExport({ fileId, name }: NonNullable<Job["result"]>): Promise<void> {
  await download(`/file/${fileId}/download`, name);
}

const followed = new Set<string>();

async function follow(id: string): Promise<void> {
  if (followed.has(id)) return;
  followed.add(id);
  const left = new AbortController();
  const stop = subscribeSession(() => getSession().status === "signedOut" && left.abort());
  try {
    const job = await followJob(id, () => undefined, left.signal);
    if (job.state === "cancelled") return;
    const file = exported(job);
    toast.ready(`Export ready: ${file.name}`, { label: "Download", run: () => void downloadExport(file).catch(toast.error) });
  } catch (error) {
    if (!left.signal.aborted) toast.error(error);
  } finally {
    stop();
    followed.delete(id);
    if (!left.signal.aborted) keep(waiting().filter((other) => other !== id));
  }
}

/** Shows a toast when an export is ready, on any screen. */
export function tellWhenReady(id: string): void {
  keep([...waiting(), id]);
  void follow(id);
}

/** Follows the exports that were running before a reload. Called after sign-in. */
export function resumeExports(): void {
  for (const id of waiting()) void follow(id);
}
