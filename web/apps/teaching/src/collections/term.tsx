import { useFields } from "@staffroom/form";
import { ChoiceTag, PageLink } from "@staffroom/screen";
import { formatDate, useScrollStop } from "@staffroom/ui";
import { sections, type Term } from "./types";

const graded = [
  ["reach", "Reach"],
  ["match", "Match"],
  ["safety", "Safety"],
  ["previous", "Previous"],
] as const;

/** The subject of the interview, the student's term on the course: grades, attendance, marks and slips. */
export function TermFacts({ term }: { term: Term }) {
  const { fields } = useFields("/collectionreport");
  const stop = useScrollStop<HTMLElement>("y");
  const { slips, marks, grades, earlier } = term;
  const rated = sections.map((name, place) => {
    const values = slips.map(({ ratings }) => ratings[place]).filter((value) => !!value);
    return {
      title: fields.get(name)?.title ?? name,
      mean: values.length
        ? (values.reduce((sum: number, value) => sum + Number(value), 0) / values.length).toFixed(1)
        : null,
    };
  });
  return (
    <aside ref={stop} className="tea-collection-term" aria-label="The term">
      <h2>The term</h2>
      <dl>
        {graded
          .filter(([name]) => grades[name])
          .map(([name, title]) => (
            <div key={name}>
              <dt>{title} grade</dt>
              <dd>{grades[name]}</dd>
            </div>
          ))}
        <div>
          <dt>Tutorials attended</dt>
          <dd>
            {term.present} of {term.present + term.absent}
          </dd>
        </div>
        <div>
          <dt>Late</dt>
          <dd>{term.late || "never"}</dd>
        </div>
        <div>
          <dt>Homework handed in</dt>
          <dd>{term.homeworkDue ? `${term.homeworkDone} of ${term.homeworkDue}` : "none was due"}</dd>
        </div>
      </dl>
      {rated.some(({ mean }) => mean) && (
        <>
          <h3>Ratings of the slips, mean</h3>
          <dl>
            {rated.map(({ title, mean }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{mean ?? "–"}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {marks.length > 0 && (
        <>
          <h3>Marks</h3>
          <ul>
            {marks.map((one) => (
              <li key={one.hwsId}>
                <PageLink to={`/homework?homework=${one.hwsId}`}>{one.title}</PageLink>:{" "}
                {[one.mark, one.quality && `quality ${one.quality}`, one.effort && `effort ${one.effort}`]
                  .filter(Boolean)
                  .join(", ")}
              </li>
            ))}
          </ul>
        </>
      )}
      {earlier.length > 0 && (
        <>
          <h3>Earlier collections</h3>
          <ul>
            {earlier.map((one) => (
              <li key={one.id}>
                <PageLink to={`/system/collectionreports?collection=${one.id}`}>
                  {one.date ? formatDate(one.date) : "no date"}
                </PageLink>{" "}
                {one.predictedGrade && `predicted ${one.predictedGrade}`}
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>Slips</h3>
      {slips.length === 0 && <p className="sr-muted">No slip of the last 14 weeks was handed in.</p>}
      <ul>
        {slips.map((one) => (
          <li key={one.id}>
            <PageLink to={`/system/slips?slip=${one.id}`}>{formatDate(one.date)}</PageLink>{" "}
            <span className="sr-muted">{one.tutor}</span>{" "}
            {one.present !== "present" && <ChoiceTag of="/slips/columns" name="present" value={one.present} />}
            {one.comment && <p>{one.comment}</p>}
          </li>
        ))}
      </ul>
    </aside>
  );
}
