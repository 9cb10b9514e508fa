import { Button, Tooltip, type ButtonProps } from "antd";
import { Icon, type IconName } from "./icon";
import { Refusable } from "./refusable";

type IconButtonProps = Pick<ButtonProps, "danger" | "disabled" | "loading" | "className" | "aria-pressed"> & {
  /** The button's name, and its tooltip. */
  label: string;
  icon: IconName;
  size?: number;
  /** Why it cannot be used now, for the tooltip. */
  refusal?: string;
  onClick: () => unknown;
};

/** A small button with only an icon. Its click does not reach the surrounding row. */
export function IconButton({ label, icon, size = 15, refusal, onClick, ...more }: IconButtonProps) {
  const button = (
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
  );
  return refusal ? <Refusable refusal={refusal}>{button}</Refusable> : <Tooltip title={label}>{button}</Tooltip>;
}
