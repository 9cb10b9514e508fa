import type { ListMeta } from "@staffroom/contract";
import { useAddress } from "@staffroom/ui";
import { useCallback, useMemo, useState } from "react";
import { paramsOf, viewOf, type ListView } from "./address";

/**
 * Changes a view; a change that depends on the current view is a function of it, since the drawn view may be older than
 * the last click.
 */
export type ChangeView = (
  change: Partial<ListView> | ((now: ListView) => Partial<ListView>),
  options?: { replace?: boolean },
) => void;

/** The default view, from these tabs only, by name and comma separated. */
export const useOpening = (meta: ListMeta, tabs: string): ListMeta =>
  useMemo(
    () => ({
      ...meta,
      tabs: meta.tabs?.map((tab) => (tabs.split(",").includes(tab.name) ? tab : { ...tab, default: undefined })),
    }),
    [meta, tabs],
  );

/** The view of a list: in the address for a screen's own list, in memory for one inside another screen. */
export function useView(meta: ListMeta, where: "address" | "memory"): [ListView, ChangeView] {
  const [address, changeAddress] = useAddress();
  const [memory, setMemory] = useState(() => new URLSearchParams());
  const params = where === "address" ? address : memory;
  const view = useMemo(() => viewOf(params, meta), [params, meta]);
  const change = useCallback<ChangeView>(
    (next, options) => {
      const write = (before: URLSearchParams) => {
        const now = viewOf(before, meta);
        const part = typeof next === "function" ? next(now) : next;
        const isPaging = "page" in part || "after" in part;
        // Another search, order or filter starts at the first page.
        return paramsOf({ ...now, ...(isPaging ? {} : { page: 1, after: "" }), ...part }, meta, before);
      };
      if (where === "address") changeAddress(write, { replace: options?.replace });
      else setMemory(write);
    },
    [meta, changeAddress, where],
  );
  return [view, change];
}
