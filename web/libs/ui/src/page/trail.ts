import { useMemo } from "react";
import { keep, readKept } from "../kept";

/** The list that a record was opened from: its address, the addresses of the rows on its page, and the open row. */
type Trail = { from: string; links: readonly string[]; at: string };

const key = "staffroom.trail";

const stored = (): Trail | null => readKept<Trail>(key, "sessionStorage");

/** Saves the list that a row is opened from. Without storage the record has no neighbours. */
export const keepTrail = (trail: Trail): void => keep(key, trail, "sessionStorage");

/** Returns the address of the list that the last record was opened from. */
export const trailFrom = (): string | undefined => stored()?.from;

/** Returns the row that was opened last from the list at an address. */
export function lastOpened(from: string): string | null {
  const trail = stored();
  return trail?.from === from ? trail.at : null;
}

export type Neighbours = {
  from: string;
  place: number;
  count: number;
  previous: string | undefined;
  next: string | undefined;
};

/**
 * Returns the record's neighbours in the list that it was opened from, by its address; null if there is no such list.
 */
export function useNeighbours(address: string): Neighbours | null {
  return useMemo(() => {
    const trail = stored();
    const place = trail?.links.indexOf(address) ?? -1;
    if (!trail || place < 0) return null;
    keepTrail({ ...trail, at: address });
    return {
      from: trail.from,
      place,
      count: trail.links.length,
      previous: trail.links[place - 1],
      next: trail.links[place + 1],
    };
  }, [address]);
}
