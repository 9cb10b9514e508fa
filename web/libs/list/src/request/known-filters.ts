import { ApiError } from "@staffroom/api";
import type { Filter, ListTabs } from "@staffroom/contract";
import { toast } from "@staffroom/ui";
import { useEffect, useEffectEvent } from "react";
import type { ChangeView } from "./use-view";

/** A filter or a row of tabs, by the name that a refusal uses. */
export type NamedFilter = Pick<Filter | ListTabs, "name" | "title">;

/** The codes of refusals for a page that does not exist, or no longer. */
const ofPaging = ["bad_token", "page_too_deep"];

/**
 * True for a refusal of a page, or of a filter in the address: `useKnownFilters` repeats the request without it, so
 * nothing has failed.
 */
export const isLeftOut = (error: unknown, filters: Readonly<Record<string, unknown>>): boolean =>
  error instanceof ApiError &&
  error.status === 422 &&
  (ofPaging.includes(error.code ?? "") ||
    (error.code === "bad_filter" && Object.keys(error.fields).some((name) => name in filters)));

/** Drops filters of an address whose value the service refuses, and says so: the list is shown without them. */
export function useKnownFilters(error: unknown, filters: readonly NamedFilter[], change: ChangeView): void {
  const leaveOut = useEffectEvent((refused: ApiError) => {
    if (ofPaging.includes(refused.code ?? "")) return change({ page: 1, after: "" }, { replace: true });
    const named = Object.keys(refused.fields);
    if (refused.code !== "bad_filter" || !named.length) return;
    for (const name of named) {
      const title = filters.find((one) => one.name === name)?.title ?? name;
      toast.info(`The filter ${title} is not known here and was left out`);
    }
    change(
      (now) => ({ filters: Object.fromEntries(Object.entries(now.filters).filter(([name]) => !named.includes(name))) }),
      { replace: true },
    );
  });
  useEffect(() => {
    if (error instanceof ApiError && error.status === 422) leaveOut(error);
  }, [error]);
}
