import { Dialog } from "@staffroom/ui";
import { Button } from "antd";
import type { ReactNode } from "react";
import "./full-screen.css";

type Props = {
  /** Its name. */
  label: string;
  /** Called to close it when the address changes to another screen. */
  onClose: () => void;
  /** Called on Escape; nothing when absent. */
  onEscape?: () => void;
  /** Its content has not loaded: it has a button to close it. */
  isEmpty?: boolean;
  children: ReactNode;
};

/**
 * A dialog over the whole screen, which a click outside does not close (teaching.md 2). It has a `tea-head`, a
 * `tea-body` and a `tea-foot`.
 */
export function FullScreen({ label, onClose, onEscape, isEmpty, children }: Props) {
  // A key closes with its event, another address without one.
  const cancel = (event?: unknown) => (event ? onEscape?.() : onClose());
  return (
    <Dialog
      open
      label={label}
      onCancel={cancel}
      footer={null}
      closable={false}
      mask={{ closable: false }}
      keyboard={!!onEscape}
      width="100vw"
      className="tea-dialog sr-whole-screen"
      title={null}
    >
      {children}
      {isEmpty && (
        <Button className="tea-lost" onClick={onClose}>
          Close
        </Button>
      )}
    </Dialog>
  );
}
