import { addStar, mayKeep, removeStar, useStars } from "@staffroom/api";
import type { Star } from "@staffroom/contract";
import { attempt } from "../dialogs/attempt";
import { IconButton } from "./icon-button";

/** Adds or removes the star of an address of the app; hidden while impersonating. */
export function StarButton(shown: Pick<Star, "target" | "title" | "kind">) {
  const star = useStars().find(({ target }) => target === shown.target);
  if (!mayKeep()) return null;
  return (
    <IconButton
      className="sr-star"
      icon="star"
      label={star ? "Remove star" : "Star"}
      aria-pressed={!!star}
      // A star that the server does not know yet cannot be removed.
      disabled={star?.id === 0}
      onClick={() => attempt(() => (star ? removeStar(star) : addStar(shown)))}
    />
  );
}
