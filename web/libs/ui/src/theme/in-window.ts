/**
 * The alignment of a popup that shifts into the window where the room beside its button is too narrow, as on a phone.
 */
export const inWindow = { overflow: { shiftX: true, adjustY: true } } as const;
