import type { Answer } from "@staffroom/contract";
import { formatDate, formatMoney } from "@staffroom/ui";
import { Facts } from "../record-drawer";
import { RecordList } from "../record-list";

type Bill = Answer<"finance", "/bills/{id}">;

/** Bills of suppliers: entered, approved by somebody else, paid. */
export default function Bills() {
  return (
    <RecordList<Bill> thing="/bills" param="bill" heading={(bill) => `${bill.supplier} ${bill.reference}`} emptyText="No bills here.">
      {(bill) => (
        <Facts facts={[["Total", formatMoney(bill.total, bill.currency)], ["Entered by", bill.enteredBy], ["Approved by", bill.approvedBy], ["Paid", bill.paidDate && formatDate(bill.paidDate)]]} />
      )}
    </RecordList>
  );
}
