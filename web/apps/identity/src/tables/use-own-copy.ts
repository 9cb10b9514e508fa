import { api, mayKeep } from "@staffroom/api";
import { toast } from "@staffroom/ui";
import { useCallback, useEffect, useRef, useState } from "react";
import type { OwnCopy, SharedTable } from "./definition";

/** Debounce before changes are sent, in milliseconds. */
const pause = 700;

/**
 * The user's own copy of a table, which the server keeps for every device. `keep(null)` drops it; `isGone` means that
 * the server has already dropped it. While impersonating, a copy is not saved and only lasts as long as the page.
 */
export function useOwnCopy(table: SharedTable): [OwnCopy | null, (copy: OwnCopy | null, isGone?: boolean) => void] {
  const [own, setOwn] = useState<OwnCopy | null>(table.own);
  const waiting = useRef<{ copy: OwnCopy | null; timer: ReturnType<typeof setTimeout> } | null>(null);
  const path = `/tables/${table.id}/own`;

  const send = useCallback(() => {
    if (!waiting.current) return;
    const { copy, timer } = waiting.current;
    clearTimeout(timer);
    waiting.current = null;
    void (copy ? api.put(path, copy) : api.delete(path)).catch(toast.error);
  }, [path]);
  // Send a waiting copy immediately when the page is left.
  useEffect(() => send, [send]);

  const keep = useCallback(
    (copy: OwnCopy | null, isGone = false) => {
      setOwn(copy);
      if (waiting.current) clearTimeout(waiting.current.timer);
      waiting.current = isGone || !mayKeep() ? null : { copy, timer: setTimeout(send, pause) };
    },
    [send],
  );
  return [own, keep];
}
