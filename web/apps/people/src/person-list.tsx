import { ListScreen } from "@staffroom/list";
import { Widget } from "@staffroom/ui";
import { personCells } from "./cells";
import type { Kind } from "./types";

/** A list of one kind of person; whoever is selected can be written to. */
export function PersonList({ kind, list }: { kind: Kind; list: string }) {
  return (
    <ListScreen
      path={`/${list}`}
      cells={personCells}
      selectionActions={(choice) => <Widget name="email-selection" props={{ entityType: kind, path: `/${list}`, choice }} />}
    />
  );
}
