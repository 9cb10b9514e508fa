import type { RecordData } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { formatDate, useOpenRecord } from "@staffroom/ui";
import { useMemo } from "react";
import { useParams } from "react-router";
import { Facts, RecordDrawer } from "./record-drawer";

type Recharge = RecordData & { description: string; enteredBy: string | null; agreedBy: string | null; settledDate: string | null };

const everything: Record<string, string> = {};

/** What organisations owe each other; of one type when the address names it. */
export default function Recharges() {
  const { type = "all" } = useParams();
  const [opened, open] = useOpenRecord("recharge");
  const fixed = useMemo<Record<string, string>>(() => (type === "all" ? everything : { type }), [type]);
  return (
    <>
      <ListScreen list="recharges" title={type === "all" ? "Recharges" : `Recharges: ${type}`} fixed={fixed} onOpen={(row) => open(row.id as number)} emptyText="No recharges here." />
      <RecordDrawer<Recharge> thing="/recharges" id={opened} title={(one) => one.description} onClose={() => open(null)}>
        {(one) => <Facts facts={[["Entered by", one.enteredBy], ["Agreed by", one.agreedBy], ["Settled", one.settledDate && formatDate(one.settledDate)]]} />}
      </RecordDrawer>
    </>
  );
}
