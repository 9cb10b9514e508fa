import { getSession } from "@staffroom/api";
import type { Row } from "@staffroom/contract";
import { keep, readKept } from "@staffroom/ui";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useNavigationType } from "react-router";
import { nothingSelected, type RowKey, type Selection } from "./selection";

/**
 * A selection in the tab's storage: only keys, because rows are fetched again. `whole` is the view that "all" refers
 * to.
 */
type Kept = { userId: number; kind: Selection["kind"]; keys: RowKey[]; whole: string };

const storageKey = (path: string) => `staffroom.selection.${path}`;

function keptSelection(path: string, whole: string): Selection {
  const kept = readKept<Kept>(storageKey(path), "sessionStorage");
  if (!kept || !Array.isArray(kept.keys) || kept.userId !== getSession().user?.id) return nothingSelected;
  if (kept.kind === "rows") return { kind: "rows", rows: new Map(kept.keys.map((key) => [key, null])) };
  // Rows deselected from "all" are known by their keys; their values arrive with their page.
  return kept.whole === whole ? { kind: "all", but: new Map(kept.keys.map((key) => [key, {}])) } : nothingSelected;
}

/** Saves a selection. Without storage it ends with the screen. */
function keepSelection(path: string, whole: string, selection: Selection): void {
  const keys = [...(selection.kind === "all" ? selection.but : selection.rows).keys()];
  const userId = getSession().user?.id;
  const isNothing = userId === undefined || (selection.kind === "rows" && !keys.length);
  keep(
    storageKey(path),
    isNothing ? null : ({ userId, kind: selection.kind, keys, whole } satisfies Kept),
    "sessionStorage",
  );
}

/**
 * The selection of a list, which survives paging. For a list that is a screen, it also survives the way back from a
 * record and a reload in the tab; a visit by the menu starts empty. "All that match" ends with its filters and search.
 */
export function useKeptSelection(
  path: string,
  query: Record<string, string>,
  rows: readonly Row[] | undefined,
  keyOf: (row: Row) => RowKey,
  isKept: boolean,
): [Selection, (next: Selection | ((now: Selection) => Selection)) => void] {
  const whole = useMemo(
    () =>
      JSON.stringify(
        Object.entries(query)
          .filter(([name]) => name !== "sort")
          .toSorted(),
      ),
    [query],
  );
  // After a reload the router matches the address again once its area is loaded: that is a REPLACE.
  const isBack = useNavigationType() !== "PUSH";
  const [state, setState] = useState<{ whole: string; selection: Selection }>(() => ({
    whole,
    selection: isKept && isBack ? keptSelection(path, whole) : nothingSelected,
  }));
  const { selection: known } = state;
  const selection = known.kind === "all" && state.whole !== whole ? nothingSelected : known;

  useEffect(() => {
    if (isKept) keepSelection(path, whole, selection);
  }, [isKept, path, whole, selection]);

  const set = useCallback(
    (next: Selection | ((now: Selection) => Selection)) =>
      setState((now) => {
        const present = now.selection.kind === "all" && now.whole !== whole ? nothingSelected : now.selection;
        return { whole, selection: typeof next === "function" ? next(present) : next };
      }),
    [whole],
  );

  // The rows of keys that were read from the storage, for the sums.
  useEffect(() => {
    const unread =
      selection.kind === "rows" ? (rows?.filter((row) => selection.rows.get(keyOf(row)) === null) ?? []) : [];
    if (unread.length)
      set((now) =>
        now.kind === "rows"
          ? { kind: "rows", rows: new Map([...now.rows, ...unread.map((row) => [keyOf(row), row] as const)]) }
          : now,
      );
  });
  return [selection, set];
}
