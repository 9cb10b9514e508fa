import type { ListMeta, ViewKind } from "@staffroom/contract";

/** The address parameter that says how a list's rows are drawn; without it as a table. */
export const viewParameter = "view";

/** The name of the view in the parameters of an address. */
export const viewIn = (parameters: string): string | null => new URLSearchParams(parameters).get(viewParameter);

/** Returns the declared view that an address shows. */
export function viewShown(meta: ListMeta, parameters: string): ViewKind | undefined {
  const name = viewIn(parameters);
  return name && meta.views && name in meta.views ? (name as ViewKind) : undefined;
}
