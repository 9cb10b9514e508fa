import { formatDateTime, PlainTable, StatusTag } from "@staffroom/ui";
import type { Report } from "./reports/types";

type Mails = NonNullable<Report["mails"]>;
const states: Readonly<Record<string, [string, string]>> = {
  queued: ["On its way", "grey"], sending: ["On its way", "grey"], sent: ["Sent", "green"], failed: ["Failed", "red"], unknown: ["Not known", "amber"],
};

/** `12/12/26 10:00 to Ms Ada Client`. */
export const mailedText = ({ mailed, mailedTo }: Pick<Report, "mailed" | "mailedTo">) => mailed && `${formatDateTime(mailed)} to ${mailedTo}`;

/** The mails of a report to the family, the newest first, and why one did not go. */
export function FamilyMails({ mails = [] }: { mails?: Mails }) {
  if (!mails.length) return null;
  return (
    <section className="tea-part">
      <h2>Mails to the family</h2>
      <PlainTable
        stacks
        rows={mails}
        keyOf={({ id }) => String(id)}
        columns={[
          { title: "To", head: true, cell: ({ name }) => name },
          { title: "Address", cell: ({ address, error }) => <>{address}{error && <div className="tea-warn">{error}</div>}</> },
          { title: "State", cell: ({ state, sent }) => <><StatusTag label={states[state]?.[0] ?? state} color={states[state]?.[1]} /> {sent && formatDateTime(sent)}</> },
        ]}
      />
    </section>
  );
}
