import { download } from "@staffroom/api";
import { ActionButton, attempt, Icon } from "@staffroom/ui";
import { Button, Dropdown } from "antd";

const documents = [
  ["plan", "Seating plan"],
  ["door", "Door list"],
  ["register", "Attendance register"],
  ["labels", "Desk labels"],
  ["invigilators", "Invigilator sheet"],
  ["evacuation", "Evacuation list"],
] as const;

/** The documents of a session, each as a PDF. */
export function Documents({ session }: { session: number }) {
  const items = documents.map(([key, label]) => ({ key, label }));
  const fetchOne = (kind: string) =>
    attempt(() => download(`/exams/sessions/${session}/papers/${kind}`, `exam-${kind}-${session}.pdf`));
  return (
    <Dropdown menu={{ items, onClick: ({ key }) => void fetchOne(key) }} trigger={["click"]}>
      <Button icon={<Icon name="file-text" size={15} />}>Documents</Button>
    </Dropdown>
  );
}

/** A candidate's results slip in a series as a PDF, by the number of their place in it. */
export const SlipButton = ({ place, series }: { place: number; series: string }) => (
  <ActionButton
    size="small"
    aria-label={`Slip of results of ${series}`}
    run={() => download(`/exams/slips/${place}`, `exam-results-${place}.pdf`)}
  >
    Slip of results
  </ActionButton>
);

/** The timetable of a candidate as a PDF. */
export const TimetableButton = ({ candidate }: { candidate: number }) => (
  <ActionButton
    icon="file-text"
    run={() => download(`/exams/timetables/${candidate}`, `exam-timetable-${candidate}.pdf`)}
  >
    Timetable as PDF
  </ActionButton>
);
