import { useEffect, useEffectEvent, type RefObject } from "react";

/** True while the focus is in an input or a dialog is open: shortcuts are off then. */
export function isTyping(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  return (
    !!element?.closest?.(
      "input, textarea, select, [contenteditable='true'], [role='dialog'], [role='menu'], [role='listbox']",
    ) || !!document.querySelector(".ant-modal-wrap:not([style*='display: none'])")
  );
}

/** True if `?` may show the shortcuts: outside of inputs and dialogs, except a dialog that fills the screen. */
export function mayAskForKeys(target: EventTarget | null): boolean {
  const typed = (target as HTMLElement | null)?.closest?.(
    "input, textarea, select, [contenteditable='true'], [role='menu'], [role='listbox']",
  );
  return (
    !typed && !document.querySelector(".ant-modal-wrap:not([style*='display: none']) .ant-modal:not(.sr-whole-screen)")
  );
}

/** Handles a key of the whole screen, unless the user is typing. */
export function useKey(key: string, press: (event: KeyboardEvent) => void): void {
  const pressed = useEffectEvent(press);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === key && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target))
        pressed(event);
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [key]);
}

/** Focuses the search box of the list on `/`. */
export function useSearchKey(box: RefObject<{ focus: () => void } | null>): void {
  useKey("/", (event) => {
    event.preventDefault();
    box.current?.focus();
  });
}
