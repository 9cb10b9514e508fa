import { Button } from "antd";
import { useState, type ReactNode } from "react";
import { Icon } from "../controls/icon";
import { Refusable } from "../controls/refusable";

type DialogButtonProps = {
  /** The text of the button. */
  label: string;
  icon?: string;
  primary?: boolean;
  small?: boolean;
  /** Why it cannot be used now, for the tooltip. */
  refusal?: string | false | null;
  /** The dialog, rendered only while it is open. */
  children: (close: () => void) => ReactNode;
};

/** A button that opens a dialog. */
export function DialogButton({ label, icon, primary, small, refusal, children }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Refusable refusal={refusal}>
        <Button
          type={primary ? "primary" : "default"}
          size={small ? "small" : "middle"}
          icon={icon && <Icon name={icon} size={small ? 14 : 15} />}
          onClick={() => setOpen(true)}
        >
          {label}
        </Button>
      </Refusable>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}
