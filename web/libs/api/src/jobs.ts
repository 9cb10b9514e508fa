import type { Job } from "@staffroom/contract";
import { api } from "./client";
import { ApiError } from "./errors";

export const isEnded = ({ state }: Job<unknown>): boolean =>
  state === "done" || state === "failed" || state === "cancelled";

/** Statuses after which the next answer may differ; 0 is a call without an answer. */
const passing = new Set([0, 429, 502, 503, 504]);
/** Polls in a row that may fail: about a minute. */
const mostFailed = 30;

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((done, fail) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        fail(signal.reason);
      },
      { once: true },
    );
  });

/**
 * Polls a job until it ends, with a growing interval. The job goes on while the server cannot be reached, and so does
 * this.
 */
export async function followJob<Result = NonNullable<Job["result"]>>(
  id: string,
  onProgress: (job: Job<NoInfer<Result>>) => void,
  signal: AbortSignal,
): Promise<Job<Result>> {
  let failed = 0;
  for (let wait = 250; ; wait = Math.min(wait * 1.3, 2000)) {
    try {
      const job = await api.get<Job<Result>>(`/jobs/${id}`, { signal });
      failed = 0;
      onProgress(job);
      if (isEnded(job)) return job;
    } catch (error) {
      failed += 1;
      if (!(error instanceof ApiError) || !passing.has(error.status) || failed > mostFailed) throw error;
    }
    await pause(wait, signal);
  }
}

/**
 * Waits until a job is done and returns it; null where it still runs after `patience` milliseconds, and goes on. Throws
 * its error where it failed, and `cancelled` where somebody cancelled it.
 */
export async function awaitJob<Result = NonNullable<Job["result"]>>(
  id: string,
  { patience = 30_000, cancelled = "Action failed" } = {},
): Promise<Job<Result> | null> {
  const waiting = AbortSignal.timeout(patience);
  const job = await followJob<Result>(id, () => undefined, waiting).catch((error: unknown) => {
    if (waiting.aborted) return null;
    throw error;
  });
  if (job && job.state !== "done")
    throw new Error(job.state === "cancelled" ? cancelled : job.error || "Action failed");
  return job;
}

export function cancelJob(id: string): Promise<unknown> {
  return api.post(`/jobs/${id}/cancel`);
}
