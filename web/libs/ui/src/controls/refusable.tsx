import { Tooltip } from "antd";
import { cloneElement, type ReactElement } from "react";

type Control = {
  className?: string;
  onClick?: unknown;
  onChange?: unknown;
  "aria-disabled"?: boolean;
  "aria-description"?: string;
};

/** Props of a control that cannot be used now: it stays reachable by keyboard and touch, unlike with `disabled`. */
const refusing = (refusal: string, className = "") => ({
  className: `${className} sr-refused`.trim(),
  onClick: undefined,
  onChange: undefined,
  "aria-disabled": true,
  "aria-description": refusal,
});

type RefusableProps = {
  refusal: string | false | null | undefined;
  children: ReactElement<Control>;
};

/** A control that cannot be used while there is a `refusal`. The tooltip shows the reason on hover, focus and touch. */
export function Refusable({ refusal, children }: RefusableProps) {
  if (!refusal) return children;
  return (
    <Tooltip title={refusal} trigger={["hover", "focus", "click"]}>
      {cloneElement(children, refusing(refusal, children.props.className))}
    </Tooltip>
  );
}
