import { hasRole, useApi, useUser } from "@staffroom/api";
import type { Answer, Field } from "@staffroom/contract";
import { inLondon, PageLink } from "@staffroom/screen";
import type { Collection } from "./types";

type Offered = Answer<"teaching", "/collectionreport/{id}/events">;

const timeOf = (moment: string) => inLondon(moment).slice(11, 16);
const called = ({ title, start, end, location }: Offered[number]) =>
  [`${timeOf(start)} to ${timeOf(end)}`, title, location].filter(Boolean).join(", ");

/** The booked interview as a choice of the student's events on the day; one of another day stays unchanged. */
export function useEventField(report: Collection, field: Field | undefined, enabled: boolean): Field | undefined {
  const { data } = useApi<Offered>(
    `/collectionreport/${report.id}/events`,
    { date: report.date ?? undefined },
    { enabled },
  );
  const offered = data ?? [];
  const { event } = report;
  const all = event && !offered.some(({ id }) => id === event.id) ? [event, ...offered] : offered;
  return (
    field && {
      ...field,
      type: "select",
      help: report.date ? undefined : "Choose the day of the interview first",
      options: all.map((one) => ({ value: one.id, label: called(one) })),
    }
  );
}

/**
 * Returns the calendar's address with the dialog for a new event, filled in with student, interviewers and course on
 * the day.
 */
export function bookingOf({
  date,
  student,
  course,
  interviewedBy,
}: Pick<Collection, "date" | "student" | "course" | "interviewedBy">): string {
  const people = [
    { kind: "student", id: student.id, name: student.name },
    ...interviewedBy.map(({ kind, id, name }) => ({ kind, id, name })),
  ];
  const draft = { title: `Collection: ${student.name}`, type: "meeting", courseId: course.id, people };
  return `/companyCalendar?new=${encodeURIComponent(JSON.stringify(draft))}${date ? `&day=${date}` : ""}`;
}

/** 'Book room', for staff; once the event is booked it is selected in the report. */
export function BookRoom({ report }: { report: Collection }) {
  if (!hasRole(useUser(), "staff") || report.event) return null;
  return <PageLink to={bookingOf(report)}>Book room</PageLink>;
}
