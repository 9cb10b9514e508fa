import type { Job } from "@staffroom/contract";
import { api } from "./client";
import { ApiError } from "./errors";

export const isEnded = ({ state }: Job<unknown>): boolean =>
  state === "done" || state === "failed" || state === "cancelled";

/** Statuses after which to poll again; 0 is a call without a response. */
const passing = new Set([0, 429, 502, 503, 504]);
/** Failed polls in a row before giving up: about a minute. */
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

/** Polls a job until it ends, at growing intervals, also while the server cannot be reached. */
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
 * Waits until a job is done and returns it; null if it is still running after `patience` milliseconds. Throws its error
 * if it failed, and `cancelled` if it was cancelled.
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
