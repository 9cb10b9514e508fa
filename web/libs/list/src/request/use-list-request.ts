import { useListPage } from "@staffroom/api";
import type { ListMeta, ListScreenProps, Page } from "@staffroom/contract";
import { useMemo } from "react";
import { queryOf, sortedByGroup, wholeQueryOf, type ListView } from "./address";
import { useKeptShape } from "./first-rows";
import { isLeftOut, useKnownFilters, type NamedFilter } from "./known-filters";
import type { ListMode } from "./mode";
import { useOpening, useView, type ChangeView } from "./use-view";

type Asked = Pick<ListScreenProps<string>, "path" | "fixed" | "groups" | "always"> & {
  meta: ListMeta;
  mode: ListMode;
  /** The tabs whose defaults apply when the list opens. */
  opening: readonly NamedFilter[];
  /** The filters and tabs that an address may name. */
  known: readonly NamedFilter[];
  /** False if the page draws no rows. */
  reads: boolean;
};

export type ListRequest = {
  /** The metadata with the defaults of this list. */
  opened: ListMeta;
  view: ListView;
  change: ChangeView;
  /** The query of the page, and of all rows that match. */
  query: Record<string, string | number>;
  whole: Record<string, string>;
  page: ReturnType<typeof useListPage>;
  rows: Page["data"] | undefined;
  /** True while the list repeats the request without what the service refused. */
  asksAgain: boolean;
};

/** Fetches the rows of a list's view: from its address to a page. */
export function useListRequest({ meta, mode, opening, known, reads, ...place }: Asked): ListRequest {
  const { path, fixed, groups } = place;
  const opened = useOpening(meta, opening.map(({ name }) => name).join());
  useKeptShape({ ...place, mode }, opened);
  const [view, change] = useView(opened, mode.where);
  const sorted = useMemo(() => sortedByGroup(view, groups?.by ?? []), [view, groups]);
  const query = useMemo(() => queryOf(sorted, fixed), [sorted, fixed]);
  const whole = useMemo(() => wholeQueryOf(sorted, fixed), [sorted, fixed]);
  const page = useListPage(path, query, { enabled: reads });
  useKnownFilters(page.error, known, change);
  const asksAgain = isLeftOut(page.error, view.filters);
  return { opened, view, change, query, whole, page, rows: page.data?.data, asksAgain };
}
