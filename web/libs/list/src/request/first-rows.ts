import { prefetchPage } from "@staffroom/api";
import type { ListMeta, ListScreenProps } from "@staffroom/contract";
import { keep, readKept } from "@staffroom/ui";
import { useEffect, useEffectEvent } from "react";
import { useLocation } from "react-router";
import { viewIn } from "../views/drawn";
import { queryOf, sortedByGroup, viewOf } from "./address";
import type { ListMode } from "./mode";
import { shapeOf, type ListShape } from "./shape";

type Place = Pick<ListScreenProps<string>, "path" | "fixed" | "groups" | "always"> & { mode: ListMode };

const noFixed: Record<string, string> = {};

/** Builds the storage key: a list opens differently on its own screen, and by the names of the filters there. */
const keyOf = ({ path, fixed, mode }: Place) =>
  `staffroom.shape.${mode.isScreen ? "" : "inside:"}${path}?${Object.keys(fixed ?? noFixed)
    .toSorted()
    .join()}`;

/** Saves the shape of an open list in the browser, for the next visit. */
export function useKeptShape(place: Place, opened: ListMeta): void {
  const key = keyOf(place);
  useEffect(() => keep(key, shapeOf(opened)), [key, opened]);
}

/**
 * Requests a list's first rows in parallel with its metadata, by the shape that it had when this browser last opened
 * it. The list is drawn from the metadata only: if the shape has changed, the rows are requested again with the right
 * query.
 */
export function useFirstRows(place: Place): void {
  const { search } = useLocation();
  const ask = useEffectEvent(() => {
    const shape = readKept<ListShape>(keyOf(place));
    const address = new URLSearchParams(place.mode.where === "address" ? search : "");
    const showsRows =
      !place.mode.isScreen ||
      (!place.always && !address.get("figures") && ["", "cards", "queue"].includes(viewIn(search) ?? ""));
    if (!shape || !showsRows) return;
    const view = sortedByGroup(viewOf(address, shape), place.groups?.by ?? []);
    prefetchPage(place.path, queryOf(view, place.fixed));
  });
  useEffect(() => ask(), [place.path]);
}
