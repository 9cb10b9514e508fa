import { Modal, type ModalProps } from "antd";
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type SyntheticEvent,
} from "react";
import { useLocation, useNavigationType } from "react-router";

/**
 * Closes an overlay when the user navigates to another screen, or back. Unlike `useOnLeave` it waits until React has
 * rendered the new address: an overlay opened by the address is gone by then, and closing it would change the address
 * again.
 */
function useCloseOnLeaving(open: boolean, close: () => void): void {
  const { pathname, key } = useLocation();
  const type = useNavigationType();
  const openedAt = useRef<{ pathname: string; key: string } | null>(null);
  const leave = useEffectEvent(close);
  useEffect(() => {
    if (!open) {
      openedAt.current = null;
      return;
    }
    openedAt.current ??= { pathname, key };
    // A screen may change its own parameters while the dialog is open; only Back and another path leave it.
    const isAway = openedAt.current.pathname !== pathname || (type === "POP" && openedAt.current.key !== key);
    if (isAway) leave();
  }, [open, pathname, key, type]);
}

const stop = (event: SyntheticEvent) => event.stopPropagation();

/** Stops clicks that React would propagate from the dialog to the row or card that opened it. */
function ownEvents(dialog: ReactNode): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- handles nothing itself
    <div onClick={stop} onDoubleClick={stop}>
      {dialog}
    </div>
  );
}

const fields = "input:not([type='hidden']):not(:disabled), textarea:not(:disabled), [contenteditable='true']";

/**
 * Focuses the first field of a dialog that opened without animation, unless the focus is in its body. When its field
 * asked for the focus, the body was not in the page yet, so the close button has it.
 */
function focusFirst(body: HTMLElement | null): void {
  if (document.documentElement.dataset.motion !== "none" || body?.contains(document.activeElement)) return;
  body?.querySelector<HTMLElement>(fields)?.focus();
}

/**
 * Returns the focus to where it was before a dialog that is rendered only while it is open. antd returns it when a dialog
 * closes, not when it is removed.
 */
function useFocusBack(open: boolean): void {
  const [opener] = useState(() => (open ? document.activeElement : null));
  useEffect(
    () => () => {
      const isLost = !document.activeElement || document.activeElement === document.body;
      if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}

export type DialogProps = Omit<ModalProps, "onCancel"> & {
  open: boolean;
  onCancel: () => void;
  /** The name of a dialog without a title; its content has a heading. */
  label?: string;
};

/** A dialog over a screen, which closes when the screen's address changes. */
export function Dialog({ onCancel, children, label, ...props }: DialogProps) {
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // antd accepts no name for a dialog except its title.
    if (label && props.open) body.current?.closest("[role='dialog']")?.setAttribute("aria-label", label);
  }, [label, props.open]);
  useCloseOnLeaving(props.open, onCancel);
  useFocusBack(props.open);
  return (
    <Modal
      {...props}
      onCancel={onCancel}
      modalRender={ownEvents}
      afterOpenChange={(open) => open && focusFirst(body.current)}
    >
      <div ref={body}>{children}</div>
    </Modal>
  );
}
