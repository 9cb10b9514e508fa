import type { ListMeta } from "@staffroom/contract";
import { StatePanel } from "@staffroom/ui";
import { Button } from "antd";
import type { ReactNode } from "react";
import { isOpening } from "../request/address";
import type { ListRequest } from "../request/use-list-request";

type Props = {
  meta: ListMeta;
  request: Pick<ListRequest, "opened" | "view" | "change">;
  mayAdd: boolean;
  emptyText?: ReactNode;
};

/** Says why a list has no rows, and the next step. */
export function EmptyList({ meta, request: { opened, view, change }, mayAdd, emptyText }: Props) {
  if (isOpening(view, opened))
    return (
      <StatePanel
        title="Nothing here now"
        text="Other tabs may have rows."
        actions={<Button onClick={() => change({ filters: {} })}>Show all</Button>}
      />
    );
  if (Object.keys(view.filters).length > 0 || view.search !== "")
    return (
      <StatePanel
        icon="search"
        title="Nothing matches"
        text="Try fewer letters or fewer filters."
        actions={<Button onClick={() => change({ search: "", filters: {} })}>Show everything</Button>}
      />
    );
  return (
    <StatePanel
      title="Nothing here yet"
      text={
        emptyText ??
        (mayAdd
          ? `Each ${meta.one} that you add will be listed here.`
          : "There is nothing to show for you in this list.")
      }
    />
  );
}
