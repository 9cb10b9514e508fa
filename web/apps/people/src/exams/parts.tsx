import type { RecordData } from "@staffroom/contract";
import { Moves } from "@staffroom/workflow";

/** Offices that manage trial exams and read the set-up of exams. */
export const offices = ["academicOffice", "examsOffice"];

/** A value of the record that is not a field of its form, as a fact of its page. */
export const fact = (title: string, name: string) => ({
  title,
  draw: (record: RecordData) => String(record[name] ?? "") || "–",
});

/** The moves of a record as the actions of its page. */
export const moves = (record: RecordData, reload: () => void) => <Moves moves={record.moves} onDone={reload} />;
