import { Button, Tooltip } from "antd";
import type { ReactNode } from "react";

type Props = { label: string; icon: ReactNode; on?: boolean; disabled?: boolean; keys?: string; onClick: () => void };

/** A button of the reader's bar; `on` if it is a switch. */
export function Tool({ label, icon, on, disabled, keys, onClick }: Props) {
  return (
    <Tooltip title={keys ? `${label} (${keys})` : label}>
      <Button
        size="small"
        type={on ? "primary" : "text"}
        aria-label={label}
        aria-pressed={on}
        aria-keyshortcuts={keys}
        disabled={disabled}
        icon={icon}
        onClick={onClick}
      />
    </Tooltip>
  );
}
