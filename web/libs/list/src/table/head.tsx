import { Icon } from "@staffroom/ui";
import { nextSort, type ListView } from "../request/address";
import type { ChangeView } from "../request/use-view";

type HeaderTitleProps = {
  title: string;
  name: string;
  view: ListView;
  change: ChangeView;
};

/** The heading of a column, which sorts by it. */
export function HeaderTitle({ title, name, view, change }: HeaderTitleProps) {
  const index = view.sort.findIndex((key) => key.name === name);
  const key = view.sort[index];
  return (
    <button
      type="button"
      className="sr-sort"
      title="Sort; with Shift, sort by this as well"
      onClick={(event) => change((now) => ({ sort: nextSort(now.sort, name, event.shiftKey) }))}
    >
      <span>{title}</span>
      {key && <Icon name={key.descending ? "arrow-down" : "arrow-up"} size={12} />}
      {key && view.sort.length > 1 && <sup>{index + 1}</sup>}
    </button>
  );
}

/** Returns the order of a column, for screen readers. */
export function ariaSort(view: ListView, name: string): "ascending" | "descending" | undefined {
  const key = view.sort.find((one) => one.name === name);
  return key && (key.descending ? "descending" : "ascending");
}
