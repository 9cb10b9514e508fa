import type * as Y from "yjs";

/** A layer of a board: a sheet over all its pages. `z` is its position in the order, lowest first. */
export type Layer = { id: string; name: string; z: number; hidden?: boolean; locked?: boolean };

/** The layer of elements that name none; a board without a list of layers has only this one. */
export const firstLayer = "l1";
export const mostLayers = 20;
export const longestName = 40;

/** The layers of a board. Each is written whole, so the last of two simultaneous changes wins. */
export class Layers {
  private readonly kept: Y.Map<Layer>;

  constructor(kept: Y.Map<Layer>) {
    this.kept = kept;
  }

  /** Returns the layers, lowest first. */
  all(): Layer[] {
    const layers = [...this.kept.values()].sort((a, b) => a.z - b.z || (a.id < b.id ? -1 : 1));
    return layers.length > 0 ? layers : [{ id: firstLayer, name: "Layer 1", z: 0 }];
  }

  /** Writes the layer of an empty list too, so that it stays when another one is added. */
  private write(layer: Layer): void {
    if (this.kept.size === 0) for (const one of this.all()) this.kept.set(one.id, one);
    this.kept.set(layer.id, layer);
  }

  set(id: string, part: Partial<Layer>): void {
    const layer = this.all().find((one) => one.id === id);
    if (layer) this.write({ ...layer, ...part });
  }

  /** Adds a layer directly above another one. */
  add(id: string, above: string): void {
    const layers = this.all();
    const at = layers.findIndex((one) => one.id === above);
    const names = new Set(layers.map(({ name }) => name));
    let number = layers.length + 1;
    while (names.has(`Layer ${number}`)) number += 1;
    this.write({
      id,
      name: `Layer ${number}`,
      z: this.between(layers[at < 0 ? layers.length - 1 : at], layers[at < 0 ? layers.length : at + 1]),
    });
  }

  /** Moves a layer to a position in the order, counted from the lowest. */
  place(id: string, at: number): void {
    const others = this.all().filter((one) => one.id !== id);
    this.set(id, { z: this.between(others[at - 1], others[at]) });
  }

  remove(id: string): void {
    this.kept.delete(id);
  }

  private between(below: Layer | undefined, above: Layer | undefined): number {
    if (below && above) return (below.z + above.z) / 2;
    return below ? below.z + 1 : above ? above.z - 1 : 0;
  }
}

export const isClosed = ({ hidden, locked }: Layer): boolean => Boolean(hidden || locked);

/** Returns why a layer cannot be drawn on or changed; empty if it can. */
export function refusalOf({ name, hidden, locked }: Layer): string {
  if (hidden) return `${name} is hidden. Show it to change it.`;
  return locked ? `${name} is locked. Unlock it to change it.` : "";
}
