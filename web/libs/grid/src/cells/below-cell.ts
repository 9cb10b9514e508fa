/**
 * Below the cell, or above it where there is no room; moved aside as far as the window needs: a phone is hardly wider
 * than what opens.
 */
export const belowCell = {
  bottomLeft: { points: ["tl", "bl"], offset: [0, 6], overflow: { adjustY: true, shiftX: true, shiftY: true } },
};
