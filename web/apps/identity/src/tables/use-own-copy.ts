import { api, mayKeep } from "@staffroom/api";
import { toast } from "@staffroom/ui";
import { useCallback, useEffect, useRef, useState } from "react";
import type { OwnCopy, SharedTable } from "./definition";

/** How long changes are gathered before they are sent, in milliseconds. */
const pause = 700;

/**
 * The user's own copy of a table, which the server keeps for every device. `keep(null)` drops it; `isGone` says that
 * the server has dropped it already. Nobody keeps a copy while acting as somebody else: it stays on the page then.
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
  // Send a waiting copy at once when the page is left.
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
