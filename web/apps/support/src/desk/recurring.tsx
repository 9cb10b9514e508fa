import type { Answer, RecordPieceProps } from "@staffroom/contract";
import { Facts, formatDateTime } from "@staffroom/ui";
import { Alert } from "antd";
import { screenOf } from "../tickets/types";

export type Recurring = Answer<"support", "/v2/support/recurring/{id}">;

/** The next dates of a recurring task, its last ticket, and why the last date created none. */
export default function RecurringDates({ record: { rule, dates, lastTicket, problem } }: RecordPieceProps<Recurring>) {
  return (
    <>
      {problem && <Alert type="error" showIcon title={`The last date made no ticket: ${problem}`} />}
      <Facts
        single
        facts={{
          "Next dates": dates.length ? dates.map(formatDateTime).join(", ") : "None: it is paused",
          "Last ticket": lastTicket !== null && <a href={`#${screenOf(lastTicket)}`}>#{lastTicket}</a>,
          Rule: <code>{rule}</code>,
        }}
      />
    </>
  );
}
