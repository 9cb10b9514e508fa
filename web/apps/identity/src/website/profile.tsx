import type { ProfileRoute, RecordData } from "@staffroom/contract";
import { formatDateTime } from "@staffroom/ui";
import { Moves } from "@staffroom/workflow";

const none = <span className="sr-muted">–</span>;
const signed = (who: string, when: string) => (record: RecordData) =>
  record[when] ? (
    <>
      {String(record[who])}, {formatDateTime(record[when])}
    </>
  ) : (
    none
  );

/** A notice on the website: its text, schedule, and appearance. */
export const noticeProfile: ProfileRoute = {
  thing: "/website-notices",
  heading: "{title}",
  badges: [({ stateTitle, stateColor }) => ({ status: String(stateTitle), type: String(stateColor) })],
  facts: [
    { title: "Submitted", draw: signed("submittedBy", "submitted") },
    { title: "Approved", draw: signed("approvedBy", "approved") },
    { title: "Last reason", draw: ({ reason }) => (reason ? String(reason) : none) },
  ],
  actions: (record, reload) => <Moves moves={record.moves} onDone={reload} />,
  tabs: [{ name: "preview", title: "Preview", load: () => import("./preview") }],
};
