import type { ProfileRoute, RecordData } from "@staffroom/contract";
import { formatDateTime } from "@staffroom/ui";
import { Moves } from "@staffroom/workflow";

const states: Readonly<Record<string, readonly [string, string]>> = {
  draft: ["Draft", "grey"], submitted: ["Waiting for approval", "amber"], scheduled: ["Scheduled", "blue"],
  live: ["Live", "green"], ended: ["Ended", "grey"], withdrawn: ["Withdrawn", "red"],
};
const none = <span className="sr-muted">–</span>;
const signed = (who: string, when: string) => (record: RecordData) => (record[when] ? <>{String(record[who])}, {formatDateTime(record[when])}</> : none);

/** A notice of the website: what it says, when, and how it looks there. */
export const noticeProfile: ProfileRoute = {
  thing: "/website-notices",
  heading: "{title}",
  badges: [({ state }) => {
    const [status, type] = states[String(state)] ?? [String(state), "grey"];
    return { status, type };
  }],
  facts: [
    { title: "Submitted", draw: signed("submittedBy", "submitted") },
    { title: "Approved", draw: signed("approvedBy", "approved") },
    { title: "Last reason", draw: ({ reason }) => (reason ? String(reason) : none) },
  ],
  actions: (record, reload) => <Moves moves={record.moves} onDone={reload} />,
  tabs: [{ name: "preview", title: "Preview", load: () => import("./preview") }],
};
