import { ApiError } from "@staffroom/api";
import { useEffect, useEffectEvent } from "react";
import { toast } from "../dialogs/toasts";

/**
 * Closes the view of a record once the record is deleted, by this user or another, and says so. `called` names it in a
 * sentence: `The bill`.
 */
export function useGone(
  { data, error }: { data: unknown; error: unknown },
  called: string,
  close: () => void,
): boolean {
  const isGone = data !== undefined && error instanceof ApiError && error.status === 404;
  const leave = useEffectEvent(() => {
    toast.info(`${called} no longer exists`);
    close();
  });
  useEffect(() => {
    if (isGone) leave();
  }, [isGone]);
  return isGone;
}
