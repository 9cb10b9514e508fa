import { api, createStore, followJob, invalidate } from "@staffroom/api";
import type { Job, Moved, MoveOutcome } from "@staffroom/contract";
import { formatCount, formatNumber, toast } from "@staffroom/ui";

/**
 * A job that makes a move on a selection: its list, the address of a row (`/bills?bill={id}`), and whether it can be
 * undone.
 */
export type MoveJob = {
  id: string;
  title: string;
  list: string;
  at?: string;
  undo: boolean;
  by?: "moves" | "edits" | "spreadsheets";
};
export type Refused = { id: number; refusal: string };
/** The result of a move; `isStopped` if somebody stopped it midway. */
export type MoveResult = MoveJob & { moved: number; refused: readonly Refused[]; isStopped: boolean };

export const records = (count: number): string => formatCount(count, "record", "records");

const shown = createStore<MoveResult | null>(null);
export const useShownResult = shown.use;
/** Opens the dialog with the refusals, on any screen. */
export const showResult = (result: MoveResult): void => shown.set(result);
export const closeResult = (): void => shown.set(null);

/** Returns the result of a finished job. Throws the reason if it failed. */
export function resultOf<T>(job: Job<T>): T {
  if (job.state === "failed" || !job.result) throw new Error(job.error || "Action failed");
  return job.result;
}

/** Return the result for each record of a finished job. Throws the reason if it failed. */
export async function moveResultOf(move: MoveJob, job: Job<Moved>): Promise<MoveResult> {
  const isStopped = job.state === "cancelled";
  const result = isStopped ? null : resultOf(job);
  if (result?.refusals.length === 0) return { ...move, moved: result.moved, refused: [], isStopped };
  const outcomes = await api.get<MoveOutcome[]>(`/jobs/${move.id}/outcomes`);
  const refused = outcomes.flatMap(({ id, refusal }) => (refusal === null ? [] : [{ id, refusal }]));
  return { ...move, moved: outcomes.length - refused.length, refused, isStopped };
}

/** Undoes a job's moves, and reports how many and what stays as it is. */
export async function takeBack({ id, title, list, by = "moves" }: MoveJob): Promise<void> {
  try {
    const started = await api.post<{ id: string }>(`${list}/${by}/undo`, { job: id });
    const { moved, refusals } = resultOf(
      await followJob<Moved>(started.id, () => undefined, new AbortController().signal),
    );
    if (moved) toast.success(`${title}: ${records(moved)} undone`);
    for (const { text, count } of refusals) toast.refusal(`${records(count)}: ${text}`, "Not undone");
  } finally {
    await invalidate(list);
  }
}

/** Describes a result: `12 records changed, 3 refused; stopped before the rest`. */
export function wordsOf({ moved, refused, isStopped }: MoveResult): string {
  return `${records(moved)} changed${refused.length ? `, ${formatNumber(refused.length)} refused` : ""}${isStopped ? "; stopped before the rest" : ""}`;
}

/**
 * Shows a toast with a move's result, with Undo if there is one and a link to the refusals, or to each record next to
 * Undo.
 */
export function tellResult(result: MoveResult, undo = () => takeBack(result)): void {
  const isRefused = result.refused.length > 0;
  const more = { label: isRefused ? "Show refused" : "Show each", run: () => showResult(result) };
  if (result.undo && result.moved > 0)
    toast.undoable(wordsOf(result), () => void undo().catch(toast.error), {
      title: result.title,
      more,
      seconds: isRefused ? 60 : 10,
    });
  else if (isRefused) toast.ready(`${result.title}: ${wordsOf(result)}`, more);
  else toast.success(`${result.title}: ${wordsOf(result)}`);
}
