import type { Answer } from "@staffroom/contract";
import { formatDate } from "@staffroom/ui";
import { useMemo } from "react";
import { useParams } from "react-router";
import { Facts } from "../record-drawer";
import { RecordList } from "../record-list";

type Recharge = Answer<"finance", "/recharges/{id}">;

const everything: Record<string, string> = {};

/** What organisations owe each other; of one type when the address names it. */
export default function Recharges() {
  const { type = "all" } = useParams();
  const fixed = useMemo<Record<string, string>>(() => (type === "all" ? everything : { type }), [type]);
  return (
    <RecordList<Recharge>
      thing="/recharges"
      param="recharge"
      title={type === "all" ? "Recharges" : `Recharges: ${type}`}
      fixed={fixed}
      heading={(one) => one.description}
      emptyText="No recharges here."
    >
      {(one) => <Facts facts={[["Entered by", one.enteredBy], ["Agreed by", one.agreedBy], ["Settled", one.settledDate && formatDate(one.settledDate)]]} />}
    </RecordList>
  );
}
