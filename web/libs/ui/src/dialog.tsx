import { Modal, type ModalProps } from "antd";
import { useEffect, useEffectEvent, useRef, type ReactNode, type SyntheticEvent } from "react";
import { useLocation, useNavigationType } from "react-router";

/** Closes what lies over a screen once the person has gone to another, or back. */
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
    // The screen itself may write into its address while something is typed; only Back and another path lead away.
    const isAway = openedAt.current.pathname !== pathname || (type === "POP" && openedAt.current.key !== key);
    if (isAway) leave();
  }, [open, pathname, key, type]);
}

const stop = (event: SyntheticEvent) => event.stopPropagation();

/** React hands events of a dialog on to the row or card that opened it; there they mean something else. */
function ownEvents(dialog: ReactNode): ReactNode {
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- handles nothing itself
  return <div onClick={stop} onDoubleClick={stop}>{dialog}</div>;
}

export type DialogProps = Omit<ModalProps, "onCancel"> & { open: boolean; onCancel: () => void };

/** A dialog over a screen: it leaves with the screen's address. */
export function Dialog({ onCancel, ...props }: DialogProps) {
  useCloseOnLeaving(props.open, onCancel);
  return <Modal {...props} onCancel={onCancel} modalRender={ownEvents} />;
}
