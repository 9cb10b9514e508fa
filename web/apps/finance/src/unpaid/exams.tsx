import Unpaid from "./unpaid";

const fixed = { lineType: "exams" };

/** The unpaid invoices of an exam season: those with a line for an exam. */
export default function UnpaidExams() {
  return <Unpaid title="Unpaid exam invoices" fixed={fixed} />;
}
