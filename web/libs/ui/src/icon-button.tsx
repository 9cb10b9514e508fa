import { Button, Tooltip, type ButtonProps } from "antd";
import { Icon } from "./icon";

type IconButtonProps = Pick<ButtonProps, "danger" | "disabled" | "loading" | "className" | "aria-pressed"> & {
  /** The button's name, and its tooltip. */
  label: string;
  icon: string;
  size?: number;
  onClick: () => unknown;
};

/** A small button with an icon alone. Its click does not reach the row it stands in. */
export function IconButton({ label, icon, size = 15, onClick, ...more }: IconButtonProps) {
  return (
    <Tooltip title={label}>
      <Button
        {...more}
        size="small"
        type="text"
        aria-label={label}
        icon={<Icon name={icon} size={size} />}
        onClick={(event) => {
          event.stopPropagation();
          void onClick();
        }}
      />
    </Tooltip>
  );
}
