import type { ListMeta, ListScreenProps, ViewKind } from "@staffroom/contract";
import { isFigured } from "../figures/asked";
import { viewIn, viewShown } from "../views/drawn";

export type Drawing = {
  /** The address shows figures instead of rows. */
  figured: boolean;
  /** The address shows the rows as a queue. */
  queue: ListScreenProps["queue"];
  /** The declared view that is drawn instead of the table. */
  kind: ViewKind | undefined;
  /** The rows are loaded page by page; other views load what they show. */
  isPaged: boolean;
};

/** Returns how a list's rows are drawn, by the parameters of its address. */
export function drawingOf(
  meta: ListMeta,
  { queue, drawn, always }: Pick<ListScreenProps, "queue" | "drawn" | "always">,
  parameters: string,
): Drawing {
  const figured = isFigured(meta, parameters);
  const kind = !figured && drawn ? (always ?? viewShown(meta, parameters)) : undefined;
  return {
    figured,
    queue: !figured && viewIn(parameters) === "queue" ? queue : undefined,
    kind,
    isPaged: !figured && (!kind || kind === "cards"),
  };
}
