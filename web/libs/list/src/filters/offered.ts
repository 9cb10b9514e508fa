import type { Filter, ListMeta, ListScreenProps, ListTabs } from "@staffroom/contract";
import type { ListMode } from "../request/mode";

type OfferedFilters = {
  /** The tabs of the list that can be chosen. */
  all: readonly ListTabs[];
  /** Those shown as rows of tabs, and those next to the title. */
  tabs: readonly ListTabs[];
  inTitle: readonly ListTabs[];
  /** The filters, including tabs that are not shown elsewhere. */
  filters: readonly Filter[];
};

const choices = ({ options }: ListTabs) => options.filter(({ value }) => value !== "");

/** Places the tabs and filters of a list. Inside another screen, that screen decides which rows of tabs are shown. */
export function offeredFilters(
  meta: ListMeta,
  mode: ListMode,
  { fixed = {}, tabs: named }: Pick<ListScreenProps<string>, "fixed" | "tabs">,
): OfferedFilters {
  const isFree = ({ name }: { name: string }) => !(name in fixed);
  const all = (meta.tabs ?? []).filter((tab) => isFree(tab) && choices(tab).length > 1);
  const isRow = ({ name, shown = "tabs" }: ListTabs) => named?.includes(name) ?? (!mode.isScreen || shown === "tabs");
  const tabs = all.filter(isRow);
  const rest = mode.isScreen ? all.filter((tab) => !tabs.includes(tab)) : [];
  const asFilter = (tab: ListTabs): Filter => ({
    name: tab.name,
    title: tab.title,
    type: "select",
    options: choices(tab),
  });
  return {
    all,
    tabs,
    inTitle: rest.filter(({ shown }) => shown === "title"),
    filters: [...rest.filter(({ shown }) => shown !== "title").map(asFilter), ...(meta.filters ?? []).filter(isFree)],
  };
}
