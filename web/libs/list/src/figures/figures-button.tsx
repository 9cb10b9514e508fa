import type { ListFigures, ListMeta } from "@staffroom/contract";
import { Icon, useAddress } from "@staffroom/ui";
import { Button } from "antd";
import { viewParameter } from "../views/drawn";
import { figureParameters } from "./asked";

/** The first dimension: the month, if the list has a date. */
const usual = ({ by }: ListFigures): string => (by.find(({ name }) => name.endsWith(".month")) ?? by[0])?.name ?? "";

/** Switches between a list and its figures; the filters stay. */
export function FiguresButton({ meta }: { meta: ListMeta }) {
  const [address, change] = useAddress();
  const isOn = !!address.get("figures");
  const turn = () =>
    change((before) => {
      for (const name of [...figureParameters, viewParameter]) before.delete(name);
      if (!isOn && meta.figures) before.set("figures", usual(meta.figures));
      return before;
    });
  return (
    <Button icon={<Icon name={isOn ? "table" : "chart"} size={15} />} onClick={turn}>
      {isOn ? "Rows" : "Figures"}
    </Button>
  );
}
