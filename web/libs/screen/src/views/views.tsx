import type { ListScreenProps, Piece, ViewKind, ViewShown } from "@staffroom/contract";
import { LoadedPiece } from "../piece";

/** The components of the views that services declare for their lists; the rows are records at `thing`. */
const pieces = {
  board: () => import("./board"),
  calendar: () => import("./calendar"),
  timeline: () => import("./timeline"),
  cards: () => import("./cards"),
} as const satisfies Record<ViewKind, Piece<ViewShown & { thing: string }>>;

/** Draws the views of a list whose rows are records at `thing`; each view's code is loaded on first use. */
export const viewsOf = (thing: string): NonNullable<ListScreenProps["drawn"]> =>
  function DrawnView(kind, shown) {
    return <LoadedPiece key={kind} load={pieces[kind]} props={{ ...shown, thing }} />;
  };
