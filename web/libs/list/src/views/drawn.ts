import type { ListMeta, ViewKind } from "@staffroom/contract";

/** The parameter of the address that says how the rows of a list are drawn; a table without it. */
export const viewParameter = "view";

/** The name of the view in the parameters of an address. */
export const viewIn = (parameters: string): string | null => new URLSearchParams(parameters).get(viewParameter);

/** The declared view that an address shows. */
export function viewShown(meta: ListMeta, parameters: string): ViewKind | undefined {
  const name = viewIn(parameters);
  return name && meta.views && name in meta.views ? (name as ViewKind) : undefined;
}
