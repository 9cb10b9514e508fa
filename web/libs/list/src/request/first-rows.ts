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

/** A list opens differently on a screen of its own, and by the names of the filters that hold there. */
const keyOf = ({ path, fixed, mode }: Place) =>
  `staffroom.shape.${mode.isScreen ? "" : "inside:"}${path}?${Object.keys(fixed ?? noFixed)
    .toSorted()
    .join()}`;

/** Keeps the shape of an open list in the browser, for the next visit. */
export function useKeptShape(place: Place, opened: ListMeta): void {
  const key = keyOf(place);
  useEffect(() => keep(key, shapeOf(opened)), [key, opened]);
}

/**
 * Asks for the first rows of a list beside its metadata, by the shape that it had when this browser last opened it. The
 * list is drawn from the metadata alone: where the shape has changed, the rows are asked for again with the right query.
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
