/**
 * Returns a position below the cell, or above it if there is no room, shifted into the window: a phone is hardly wider
 * than the popup.
 */
export const belowCell = {
  bottomLeft: { points: ["tl", "bl"], offset: [0, 6], overflow: { adjustY: true, shiftX: true, shiftY: true } },
};
