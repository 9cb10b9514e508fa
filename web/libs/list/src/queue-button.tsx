import { Icon, useAddress } from "@staffroom/ui";
import { Button } from "antd";

/** The parameter of the address that says how the rows of a list are drawn. */
export const queueParameter = "view";

export const isQueued = (parameters: string): boolean => new URLSearchParams(parameters).get(queueParameter) === "queue";

/** Turns a list into its review queue and back; the filters stay. */
export function QueueButton() {
  const [address, change] = useAddress();
  const isOn = address.get(queueParameter) === "queue";
  const turn = () =>
    change((before) => {
      if (isOn) before.delete(queueParameter);
      else before.set(queueParameter, "queue");
      return before;
    });
  return <Button icon={<Icon name={isOn ? "table" : "list-checks"} size={15} />} onClick={turn}>{isOn ? "Rows" : "Review"}</Button>;
}
