import { api } from "@staffroom/api";
import { attempt } from "@staffroom/ui";
import { useEffect, useState, type DragEvent } from "react";

/** The call that reorders a record's parts by `{ ids }`, `/invoice/9/items/order`. */
export type PartsOrder = {
  to: string;
  /**
   * Called after each call, accepted or refused, to read the record again; the server's order applies once its promise
   * resolves.
   */
  onMoved: () => unknown;
};

/** Returns `ids` with one moved to the place `to`. */
function reordered(ids: readonly number[], id: number, to: number): number[] {
  const rest = ids.filter((one) => one !== id);
  const place = Math.max(0, Math.min(rest.length, to));
  return [...rest.slice(0, place), id, ...rest.slice(place)];
}

/** Parts in an order that dragging and keys change; it is saved immediately and restored when the server refuses it. */
export function useOrder<Row extends { id: number }>(
  parts: readonly Row[],
  noun: string,
  order: PartsOrder | undefined,
) {
  const [unsaved, setUnsaved] = useState<number[] | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const saved = parts.map(({ id }) => id);
  const savedKey = saved.join();
  // The server's order applies.
  useEffect(() => setUnsaved(null), [savedKey]);
  const ids = unsaved ?? saved;
  const byId = new Map(parts.map((part) => [part.id, part]));

  const send = async (wanted: number[]) => {
    if (!order || wanted.join() === savedKey) return setUnsaved(null);
    setUnsaved(wanted);
    await attempt(() => api.post(order.to, { ids: wanted }));
    await order.onMoved();
    setUnsaved(null);
  };
  const move = (id: number, to: number) => {
    const wanted = reordered(ids, id, to);
    setAnnouncement(`${noun[0]?.toUpperCase()}${noun.slice(1)} ${wanted.indexOf(id) + 1} of ${wanted.length}`);
    void send(wanted);
  };

  return {
    rows: ids.map((id) => byId.get(id)).filter((part): part is Row => !!part),
    announcement,
    dragged,
    /** Moves one place up (-1) or down (1). */
    step: (id: number, by: number) => move(id, ids.indexOf(id) + by),
    handle: (id: number) => ({
      draggable: true,
      onDragStart: (event: DragEvent<HTMLElement>) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", String(id));
        const row = event.currentTarget.closest("tr");
        if (row) event.dataTransfer.setDragImage(row, 12, 12);
        setDragged(id);
      },
      onDragEnd: () => {
        setDragged(null);
        setUnsaved(null);
      },
    }),
    target: (id: number) => ({
      onDragOver: (event: DragEvent) => {
        if (dragged === null) return;
        event.preventDefault();
        if (dragged !== id) setUnsaved(reordered(ids, dragged, ids.indexOf(id)));
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        if (dragged !== null) void send([...ids]);
        setDragged(null);
      },
    }),
  };
}
