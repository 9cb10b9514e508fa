import type { StaleLists } from "@staffroom/contract";
import { onWritten } from "./client";
import { queryClient } from "./query";

const lists = new Map<string, readonly string[]>();

/** Sets which lists become stale by writes, by the path of the records. */
export function learnStale(stale: StaleLists): void {
  for (const [records, paths] of Object.entries(stale)) lists.set(records, paths);
}

/** POSTs that change no record. */
const asks = /\/(?:export|preview|print|summary)$/;

/** Returns the lists that a write to `path` makes stale: those of the nearest records above it. */
function staleAfter(path: string): readonly string[] {
  for (let above = asks.test(path) ? "" : path; above; above = above.slice(0, above.lastIndexOf("/"))) {
    const dependents = lists.get(above);
    if (dependents) return dependents;
  }
  return [];
}

/** The paths of a list's counts and sums. */
const counted = /^\/(?:count|totals|figures)$/;

/**
 * After a write, refetches the lists that show the record, with counts and sums. A PUT is an edit in place: rows are
 * refetched when next shown, so that none moves in the meantime.
 */
onWritten((method, path) => {
  const stale = staleAfter(path);
  if (!stale.length) return;
  const isOf = (key: unknown, isWanted: (list: string, key: string) => boolean) =>
    typeof key === "string" && stale.some((list) => isWanted(list, key));
  const isRows = (list: string, key: string) => key === list;
  const isCount = (list: string, key: string) => key.startsWith(`${list}/`) && counted.test(key.slice(list.length));
  // Runs after the screen that wrote, whose own refetches are already under way.
  setTimeout(() => {
    const read = (isWanted: typeof isRows, refetchType?: "none") =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey: [key], state }) =>
          isOf(key, isWanted) && !(state.isInvalidated && state.fetchStatus === "fetching"),
        ...(refetchType ? { refetchType } : {}),
      });
    void read(isRows, method === "PUT" ? "none" : undefined);
    void read(isCount);
  });
});
