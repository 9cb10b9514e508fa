import { api } from "@staffroom/api";
import { attempt } from "@staffroom/ui";
import { useEffect, useState, type DragEvent } from "react";
import type { InvoiceItem } from "../types";
import { useEditing } from "./context";

/** `ids` with one moved to the place `to`. */
export function moved(ids: readonly number[], id: number, to: number): number[] {
  const rest = ids.filter((one) => one !== id);
  const place = Math.max(0, Math.min(rest.length, to));
  return [...rest.slice(0, place), id, ...rest.slice(place)];
}

/** The lines in an order that dragging and keys change; it is saved at once and restored when the server refuses it. */
export function useOrder() {
  const { invoice, reload } = useEditing();
  const { items } = invoice;
  const [unsaved, setUnsaved] = useState<number[] | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const saved = items.map(({ id }) => id);
  const savedKey = saved.join();
  // The order of the server applies.
  useEffect(() => setUnsaved(null), [savedKey]);
  const order = unsaved ?? saved;
  const byId = new Map(items.map((item) => [item.id, item]));

  const send = async (ids: number[]) => {
    if (ids.join() === savedKey) return setUnsaved(null);
    setUnsaved(ids);
    await attempt(() => api.post(`/invoice/${invoice.id}/items/order`, { ids }));
    await reload();
    setUnsaved(null);
  };
  const move = (id: number, to: number) => {
    const ids = moved(order, id, to);
    setAnnouncement(`Line ${ids.indexOf(id) + 1} of ${ids.length}`);
    void send(ids);
  };

  return {
    items: order.map((id) => byId.get(id)).filter((item): item is InvoiceItem => !!item),
    announcement,
    dragged,
    /** Moves one place up (-1) or down (1). */
    step: (id: number, by: number) => move(id, order.indexOf(id) + by),
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
        if (dragged !== id) setUnsaved(moved(order, dragged, order.indexOf(id)));
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        if (dragged !== null) void send([...order]);
        setDragged(null);
      },
    }),
  };
}
