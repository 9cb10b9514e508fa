import type { Answer, RecordPieceProps } from "@staffroom/contract";
import { formatDateTime, Panel } from "@staffroom/ui";
import { Link } from "react-router";
import "../../style.css";

export type Enrolment = Answer<"people", "/pipeline/enrolments/{id}">;

/** The missing pieces of an enrolment, each with the screen where it is supplied. */
export default function MissingPieces({
  record: { missing, studentId, leadId, tutorial },
}: RecordPieceProps<Enrolment>) {
  return (
    <Panel title="Missing">
      {missing.length ? (
        <ul className="people-links">
          {missing.map(({ stage, title, screen }) => (
            <li key={stage}>
              <Link to={screen}>{title}</Link>
            </li>
          ))}
        </ul>
      ) : (
        <p>Nothing is missing.</p>
      )}
      <p>
        <Link to={`/students/${studentId}`}>Student</Link>
        {leadId ? (
          <>
            , <Link to={`/leads/${leadId}/convert`}>lead</Link>
          </>
        ) : null}
        {tutorial ? (
          <>
            , <Link to={tutorial.screen}>first tutorial on {formatDateTime(tutorial.starts)}</Link>
          </>
        ) : null}
      </p>
    </Panel>
  );
}
