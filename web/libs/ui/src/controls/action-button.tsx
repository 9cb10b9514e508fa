import { Button, type ButtonProps } from "antd";
import { useAttempt } from "../dialogs/attempt";
import { Icon } from "./icon";
import { Refusable } from "./refusable";

type ActionButtonProps = Omit<ButtonProps, "icon" | "loading" | "onClick"> & {
  icon?: string;
  /** Why it cannot be used now, for the tooltip. */
  refusal?: string | false | null;
  /** The command. Its error becomes a toast. */
  run: () => Promise<unknown>;
};

/** A button that runs a command, and shows that it is running. */
export function ActionButton({ icon, refusal, run, ...button }: ActionButtonProps) {
  const [busy, attempt] = useAttempt();
  return (
    <Refusable refusal={refusal}>
      <Button
        {...button}
        icon={icon && <Icon name={icon} size={button.size === "small" ? 14 : 15} />}
        loading={busy !== null}
        onClick={() => void attempt(run)}
      />
    </Refusable>
  );
}
