import { useApi } from "@staffroom/api";
import type { Answer, RecordPieceProps, RowOf } from "@staffroom/contract";
import { Answered, formatDateTime, formatNumber, Panel, PlainTable } from "@staffroom/ui";
import { Link } from "react-router";
import { SlipButton } from "../sessions/documents";
import "../style.css";

type Grades = Answer<"people", "/exams/grades">[number];
type Result = RowOf<"people", "/exams/results">;
type By = "candidateId" | "studentId";

/** Returns the grade that the reader sees: the office also before the release, which the page says. */
export const gradeOf = ({ resultGrade, result }: Pick<Result, "resultGrade" | "result">) =>
  (resultGrade ?? "") || result || "–";
/** Returns when a result is released. */
export const releaseOf = ({ released, resultsAt }: Pick<Result, "released" | "resultsAt">) =>
  released ? "Released" : resultsAt ? `From ${formatDateTime(resultsAt)}` : "No day yet";

/** A person's predicted, mock and final grades side by side, then the results of each series. */
function Results({ by, record }: { by: By } & RecordPieceProps) {
  const id = Number(record.id);
  const grades = useApi<Grades[]>(`/exams/grades?${by}=${id}`);
  const results = useApi<Result[]>("/exams/results", { page: 1, pageSize: 100, sort: "-id", [by]: id });
  return (
    <div className="exam-stack">
      <Panel title="Grades side by side">
        <Answered query={grades} title="The grades did not load" rows={4}>
          {(rows) => (
            <PlainTable<Grades & { id: string }>
              stacks
              rows={rows.map((one) => ({ ...one, id: `${one.level} ${one.subject}` }))}
              empty="No grade is predicted, and no exam is entered."
              columns={[
                { title: "Subject", head: true, cell: ({ level, subject }) => `${level} ${subject}` },
                { title: "Predicted", cell: ({ predicted }) => predicted || "–" },
                { title: "Estimated grade", cell: ({ estimated }) => estimated || "–" },
                { title: "Mock", cell: ({ mock }) => mock || "–" },
                {
                  title: "Result",
                  cell: ({ final, released }) =>
                    final ? (
                      <>
                        {final} {!released && <small>Not released yet</small>}
                      </>
                    ) : (
                      "–"
                    ),
                },
                {
                  title: "Mark",
                  num: true,
                  cell: ({ finalMark }) => formatNumber(finalMark) || "–",
                },
                { title: "Series", cell: ({ series }) => series || "–" },
              ]}
            />
          )}
        </Answered>
      </Panel>
      <Panel title="Results" extra={<Link to={`/exams/marks?${by}=${id}`}>Marks of papers</Link>}>
        <Answered query={results} title="The results did not load" rows={4}>
          {(rows) => (
            <PlainTable<Result>
              stacks
              rows={rows}
              empty="No entry is there yet."
              columns={[
                {
                  title: "Exam",
                  head: true,
                  cell: ({ id: entry, exam }) => <Link to={`/exams/entries/${entry}`}>{exam}</Link>,
                },
                { title: "Series", cell: ({ series }) => series },
                { title: "Result", cell: gradeOf },
                {
                  title: "Mark",
                  num: true,
                  cell: ({ resultMark, mark }) => formatNumber(resultMark ?? mark) || "–",
                },
                { title: "Results from", cell: releaseOf },
                {
                  title: "Slip of results",
                  cell: ({ candidacyId, series }) => <SlipButton place={candidacyId} series={series} />,
                },
              ]}
            />
          )}
        </Answered>
      </Panel>
    </div>
  );
}

export const CandidateResults = (props: RecordPieceProps) => <Results by="candidateId" {...props} />;
export const StudentResults = (props: RecordPieceProps) => <Results by="studentId" {...props} />;
