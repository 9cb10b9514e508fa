import type { RecordData } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { formatDate, formatMoney, useOpenRecord } from "@staffroom/ui";
import { Facts, RecordDrawer } from "./record-drawer";

type Bill = RecordData & {
  supplier: string; reference: string; currency: string; total: number; enteredBy: string | null; approvedBy: string | null; paidDate: string | null;
};

/** Bills of suppliers: entered, approved by somebody else, paid. */
export default function Bills() {
  const [opened, open] = useOpenRecord("bill");
  return (
    <>
      <ListScreen list="bills" onOpen={(row) => open(row.id as number)} emptyText="No bills here." />
      <RecordDrawer<Bill> thing="/bills" id={opened} title={(bill) => `${bill.supplier} ${bill.reference}`} onClose={() => open(null)}>
        {(bill) => (
          <Facts facts={[["Total", formatMoney(bill.total, bill.currency)], ["Entered by", bill.enteredBy], ["Approved by", bill.approvedBy], ["Paid", bill.paidDate && formatDate(bill.paidDate)]]} />
        )}
      </RecordDrawer>
    </>
  );
}
