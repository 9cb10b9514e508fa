import { download, followJob, getSession, subscribeSession } from "@staffroom/api";
import type { Job } from "@staffroom/contract";
import { toast } from "@staffroom/ui";

/** Exports whose dialog was closed; in the tab's storage, so that a reload goes on waiting for them. */
const storageKey = "staffroom.exports";
const waiting = (): string[] => JSON.parse(sessionStorage.getItem(storageKey) ?? "[]") as string[];
const keep = (ids: string[]) => sessionStorage.setItem(storageKey, JSON.stringify(ids));

/** The file of an export that ended. Throws with the reason of one that failed. */
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

/** Tells of an export when it is ready, wherever in the app the person is by then. */
export function tellWhenReady(id: string): void {
  keep([...waiting(), id]);
  void follow(id);
}

/** Called once a person is signed in: goes on waiting for the exports that were under way before a reload. */
export function resumeExports(): void {
  for (const id of waiting()) void follow(id);
}
