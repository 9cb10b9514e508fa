import { api } from "@staffroom/api";
import { useEffect } from "react";
import type { Slip } from "./types";

/** Records that its writer has seen why a slip was returned: the return can no longer be undone. */
export function useOpened(slip: Slip): void {
  const { id } = slip;
  const isNews = slip.slipMeta.status === "returned" && !slip.slipMeta.opened && slip.may.open;
  useEffect(() => {
    if (isNews) void api.post(`/slip/${id}/mark/opened`).catch(() => undefined);
  }, [id, isNews]);
}
