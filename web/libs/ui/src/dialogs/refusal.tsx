import { ApiError, createStore, plainErrorText } from "@staffroom/api";
import { useEffect } from "react";
import { useDialogs } from "./dialogs";

/** A refusal to which the server gives a title: the popup of a spec's error catalogue. */
type Refusal = { title: string; text: string; onClose?: () => void };

const refusals = createStore<Refusal | null>(null);
/** The popup that waits to be drawn. */

/** Shows a refusal with a title as a popup; returns false if the error has none. `onClose` is called when it closes. */
export function showRefusal(error: unknown, onClose?: () => void): boolean {
  if (!(error instanceof ApiError) || !error.title || error.status >= 500) return false;
  refusals.set({ title: error.title, text: plainErrorText(error), onClose });
  return true;
}

/** Draws the popups of refusals; the provider renders it once. */
export function RefusalPopup() {
  const shown = refusals.use();
  const { say } = useDialogs();
  useEffect(() => {
    if (!shown) return;
    refusals.set(null);
    say("error", shown.title, shown.text, shown.onClose);
  }, [shown, say]);
  return null;
}
