/** Aligns a popup so that it shifts into the window if the room next to its button is too narrow, as on a phone. */
export const inWindow = { overflow: { shiftX: true, adjustY: true } } as const;
