import { api } from "@staffroom/api";
import type { DeclaredWaiting, Page } from "@staffroom/contract";
import { formAddress } from "./address";
import type { Mine } from "./types";

/** Returns the signed-in user's forms to fill in or sign, nearest deadline first. */
async function toFill(): Promise<Page> {
  const { toFill: forms } = await api.get<Mine>("/forms/mine");
  const data = forms.map((one) => ({
    // The id is what follows the first slash of its address.
    id: formAddress(one).slice(1),
    title: one.title,
    about: one.about?.name ?? "",
    deadline: one.deadline ?? null,
  }));
  return { data, total: data.length, totalIsExact: true, next: null };
}

const route = "/forms/:staff?" as const;

/** Forms to fill in, on the home page of both applications. */
export const formsToFill: DeclaredWaiting<typeof route> = {
  title: "Forms to fill in",
  icon: "clipboard",
  route,
  target: "/{id}",
  list: "/forms/mine",
  query: {},
  read: toFill,
  since: "deadline",
  due: "deadline",
  shows: ["title", "about"],
};
