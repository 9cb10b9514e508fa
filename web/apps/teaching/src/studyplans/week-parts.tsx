import { ChoiceTag, today } from "@staffroom/screen";
import { formatDate, RichTextView, StatusTag } from "@staffroom/ui";
import { terms, type CoursePlan, type PlanWeek, type Term } from "./types";

export const isNow = ({ start, end }: Pick<PlanWeek, "start" | "end">): boolean => start <= today() && today() <= end;
export const weekName = ({ term, week }: Pick<PlanWeek, "term" | "week">): string =>
  week ? `${terms[term as Term]} week ${week}` : "Between terms";

type Props = { week: PlanWeek; found: CoursePlan };

/** The name of a week, its days, and the students it is for; with `withTerm` if the weeks of all terms are together. */
export function WeekHead({ week, found, withTerm }: Props & { withTerm?: boolean }) {
  const whom = found.students.filter(({ cwsId }) => week.cwsIds.includes(cwsId)).map(({ name }) => name);
  return (
    <>
      <span>{withTerm || !week.week ? weekName(week) : `Week ${week.week}`}</span>
      <small className="sr-muted">
        {formatDate(week.start)} to {formatDate(week.end)}
      </small>
      <small className="sr-muted">ISO week {week.ISOWeek}</small>
      {week.custom && <small>{week.custom}</small>}
      {whom.length > 0 && <small>For {whom.join(", ")}</small>}
    </>
  );
}

/** The results of the week by student, and tutorials that were missed. */
export function Tracks({ week, found }: Props) {
  const names = new Map(found.students.map(({ cwsId, name }) => [cwsId, name]));
  const several = found.students.length > 1;
  const written = week.students.filter(({ ot, missed, actual }) => ot || missed || actual);
  if (!written.length) return null;
  const [first] = written;
  // A result that a whole group shares is not repeated.
  if (
    several &&
    first?.ot &&
    written.length === found.students.length &&
    written.every(({ ot, missed }) => ot === first.ot && !missed)
  ) {
    return (
      <span className="tea-tracks-all">
        All: <ChoiceTag of="/v2/studyplanweekwithstudent/fields" name="ot" value={first.ot} />
      </span>
    );
  }
  return (
    <ul className="tea-tracks">
      {written.map(({ cwsId, ot, missed, actual }) => (
        <li key={cwsId}>
          {several && <span>{names.get(cwsId)} </span>}
          {ot && <ChoiceTag of="/v2/studyplanweekwithstudent/fields" name="ot" value={ot} />}
          {missed && <StatusTag label="Tutorial missed" color="orange" />}
          {!several && actual && <RichTextView html={actual} className="sr-muted" />}
        </li>
      ))}
    </ul>
  );
}
