import { useCallback, useState } from "react";
import { toast } from "./toasts";

/**
 * Runs a command: an error becomes a toast, or a popup if the server gives a title. Returns true if the command
 * succeeded.
 */
export async function attempt(
  work: () => Promise<unknown>,
  refuse: (error: unknown) => void = toast.error,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    refuse(error);
    return false;
  }
}

type Name = string | number;

/** `attempt`, with the name of the running command, for its button's `loading`; null if none is running. */
export function useAttempt(): [
  busy: Name | null,
  run: (work: () => Promise<unknown>, name?: Name, refuse?: (error: unknown) => void) => Promise<boolean>,
] {
  const [busy, setBusy] = useState<Name | null>(null);
  const run = useCallback(async (work: () => Promise<unknown>, name: Name = "", refuse?: (error: unknown) => void) => {
    setBusy(name);
    const done = await attempt(work, refuse);
    setBusy(null);
    return done;
  }, []);
  return [busy, run];
}

/** Copies a text to the clipboard. */
export async function copyText(text: string, notice: string): Promise<void> {
  if (await attempt(() => navigator.clipboard.writeText(text))) toast.success(notice);
}
