import { ListScreen } from "@staffroom/list";

/** Which account each tutor is paid to, and which before that; numbers are masked. A row leads to the tutor. */
export default function TutorBankDetails() {
  return <ListScreen path="/tutorpayments/accounts" readOnly emptyText="No bank details yet. Tutors enter their own; you can enter them in the tutor's profile." />;
}
