import { Icon, useAddress } from "@staffroom/ui";
import { Button } from "antd";

/** The parameter of the address that says how the rows of a list are drawn; a table without it. */
export const viewParameter = "view";

/** The ways of drawing rows besides the table. */
const views = { queue: { label: "Review", icon: "list-checks" }, board: { label: "Board", icon: "board" } } as const;
export type ViewName = keyof typeof views;

export const viewIn = (parameters: string): string | null => new URLSearchParams(parameters).get(viewParameter);

/** Turns a list into another view of it and back; the filters stay. */
export function ViewButton({ view }: { view: ViewName }) {
  const [address, change] = useAddress();
  const isOn = address.get(viewParameter) === view;
  const turn = () =>
    change((before) => {
      if (isOn) before.delete(viewParameter);
      else before.set(viewParameter, view);
      return before;
    });
  return <Button icon={<Icon name={isOn ? "table" : views[view].icon} size={15} />} onClick={turn}>{isOn ? "Rows" : views[view].label}</Button>;
}
