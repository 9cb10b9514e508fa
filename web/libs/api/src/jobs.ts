import type { Job } from "@staffroom/contract";
import { api } from "./client";

export const isEnded = ({ state }: Job<unknown>): boolean => state === "done" || state === "failed" || state === "cancelled";

/** Polls a job until it ends, with a growing interval. */
export async function followJob<Result = NonNullable<Job["result"]>>(id: string, onProgress: (job: Job<NoInfer<Result>>) => void, signal: AbortSignal): Promise<Job<Result>> {
  for (let wait = 250; ; wait = Math.min(wait * 1.3, 2000)) {
    const job = await api.get<Job<Result>>(`/jobs/${id}`, { signal });
    onProgress(job);
    if (isEnded(job)) return job;
    await new Promise((done, fail) => {
      const timer = setTimeout(done, wait);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        fail(signal.reason);
      }, { once: true });
    });
  }
}

export function cancelJob(id: string): Promise<unknown> {
  return api.post(`/jobs/${id}/cancel`);
}
