import { api, useUser } from "@staffroom/api";
import { useEffect, useEffectEvent, useState } from "react";
import { Channel, type Board } from "./channel";
import type { BoardDocument } from "./model";

/** Joins the document with its board while both exist. */
export function useChannel(board: Board | null, document: BoardDocument): Channel | null {
  const user = useUser();
  const [channel, setChannel] = useState<Channel | null>(null);
  const id = board?.id;
  const opened = useEffectEvent(() => (board && user ? new Channel(board, document, user.id) : null));
  useEffect(() => {
    if (!id) return undefined;
    const joined = opened();
    setChannel(joined);
    api.post(`/board/${id}/join`).catch(() => undefined);
    return () => {
      joined?.close();
      setChannel(null);
    };
  }, [id]);
  return channel;
}
