import { api } from "@staffroom/api";
import { useEffect } from "react";

type State = { status: string; opened?: string | boolean | null };

/** Records that its writer has seen why a slip or report was returned: the return can no longer be undone. */
export function useOpened(path: string, { status, opened }: State, mayOpen: boolean): void {
  const isNews = status === "returned" && !opened && mayOpen;
  useEffect(() => {
    if (isNews) void api.post(`${path}/mark/opened`).catch(() => undefined);
  }, [path, isNews]);
}
