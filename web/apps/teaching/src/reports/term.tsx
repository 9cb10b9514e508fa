import { PageLink } from "@staffroom/screen";
import { formatDate, plainText, plural, RichTextView, useScrollStop } from "@staffroom/ui";
import type { Comment, Term } from "./types";

const shareOf = (count: number, total: number) =>
  total ? `${count} of ${total} (${Math.round((count / total) * 100)}%)` : "none";

/** The last report's text of a field, next to the field. */
export function LastComment({ term, name }: { term?: Term; name: Comment }) {
  const text = term?.last?.fields[name];
  if (!term?.last || !text || !plainText(text)) return null;
  return (
    <details className="tea-last" open>
      <summary>Last report, to {formatDate(term.last.dateTo)}</summary>
      <RichTextView html={text} />
    </details>
  );
}

/** The figures of the term in the margin, for the tutor's text. */
export function TermFigures({ term }: { term: Term }) {
  const { attendance, homework, ratings, slips, mocks, last } = term;
  const stop = useScrollStop<HTMLElement>("y");
  const rated = ratings.filter(({ mean }) => mean !== null);
  return (
    <aside ref={stop} className="tea-term" aria-label="The term">
      <h2>The term</h2>
      <dl>
        <div>
          <dt>Attended</dt>
          <dd>{shareOf(attendance.present, attendance.tutorials)}</dd>
        </div>
        {attendance.plannedAbsences > 0 && (
          <div>
            <dt>Planned absences</dt>
            <dd>{attendance.plannedAbsences}</dd>
          </div>
        )}
        {attendance.unplannedAbsences > 0 && (
          <div>
            <dt>Unplanned absences</dt>
            <dd className="tea-warn">{attendance.unplannedAbsences}</dd>
          </div>
        )}
        <div>
          <dt>Late</dt>
          <dd>
            {attendance.late ? `${plural(attendance.late, "time")}, ${plural(attendance.minutes, "minute")}` : "never"}
          </dd>
        </div>
        <div>
          <dt>Homework handed in</dt>
          <dd>{shareOf(homework.handedIn, homework.due)}</dd>
        </div>
        <div>
          <dt>Homework on time</dt>
          <dd>{shareOf(homework.onTime, homework.due)}</dd>
        </div>
      </dl>
      {last && (
        <>
          <h3>Last report, to {formatDate(last.dateTo)}</h3>
          <dl>
            <div>
              <dt>Tutor</dt>
              <dd>{last.tutor}</dd>
            </div>
            <div>
              <dt>Predicted grade</dt>
              <dd>{last.predictedGrade || "none"}</dd>
            </div>
            <div>
              <dt>Achievement, effort</dt>
              <dd>
                {last.gradeAchievement ?? "–"}, {last.gradeEffort ?? "–"}
              </dd>
            </div>
          </dl>
        </>
      )}
      {rated.length > 0 && (
        <>
          <h3>Ratings of the slips, mean</h3>
          <dl>
            {rated.map(({ title, mean }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{mean}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {homework.marks.length > 0 && (
        <>
          <h3>Marks</h3>
          <ul>
            {homework.marks.map(({ hwsId, title, mark }) => (
              <li key={hwsId}>
                <PageLink to={`/homework?homework=${hwsId}`}>{title}</PageLink>: {mark}
              </li>
            ))}
          </ul>
        </>
      )}
      {mocks.length > 0 && (
        <>
          <h3>Earlier mocks</h3>
          <ul>
            {mocks.map((one) => (
              <li key={`${one.dateTo} ${one.month} ${one.mark}`}>
                {one.month}: {one.mark} of {one.maxMark}, {one.grade}
              </li>
            ))}
          </ul>
        </>
      )}
      {slips.length > 0 && (
        <>
          <h3>Slips</h3>
          <ul>
            {slips.map((one) => (
              <li key={one.id}>
                <PageLink to={`/system/slips?slip=${one.id}`}>{formatDate(one.date)}</PageLink>{" "}
                {one.comment || (one.present !== "present" ? "Did not come" : "")}
              </li>
            ))}
          </ul>
        </>
      )}
    </aside>
  );
}
