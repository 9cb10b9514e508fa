import { hasRole, useApi, useSession } from "@staffroom/api";
import type { Answer, RecordPieceProps } from "@staffroom/contract";
import { useFields } from "@staffroom/form";
import { PageLink } from "@staffroom/screen";
import { colorOf, Facts, formatDate, formatDateTime, Icon, PlainTable, plainText, RichTextView } from "@staffroom/ui";
import { useEffect, type ReactNode } from "react";
import { api } from "@staffroom/api";
import { Link } from "react-router";
import { FamilyMails, mailedText } from "../parts/mailed";
import { WarningList } from "../parts/warning-list";
import { PredictedBefore, reasonField } from "../writing/predicted";
import { MockMonth } from "../writing/mock-month";
import { comments, grades, type Report } from "./types";
import "./style.css";

type Warning = Answer<"teaching", "/report/{id}/warnings">[number];
const highest = 5;

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="tea-part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Why the report was returned. */
export function Returned({ report }: { report: Report }) {
  if (!["returned", "saved"].includes(report.status) || !report.returnReason) return null;
  return (
    <div className="tea-returned" role="note">
      <Icon name="undo" size={15} />
      <span>
        <b>Returned to tutor.</b> {report.returnReason}
      </span>
    </div>
  );
}

/** Records that its tutor has seen why a report was returned: the return can no longer be undone. */
export function useReportOpened({ id, status, opened, may }: Report): void {
  const isNews = status === "returned" && !opened && may.open;
  useEffect(() => {
    if (isNews) void api.post(`/report/${id}/mark/opened`).catch(() => undefined);
  }, [id, isNews]);
}

/** Passages of a report that its tutor or a reviewer should check before it is approved. */
export function ReportWarnings({ report }: { report: Report }) {
  const isStaff = hasRole(useSession().user, "staff");
  const { data } = useApi<Warning[]>(`/report/${report.id}/warnings`, undefined, {
    enabled: isStaff || report.may.edit.length > 0,
  });
  const { fields } = useFields("/report");
  return (
    <WarningList
      warnings={data}
      titleOf={(field) => fields.get(field)?.title}
      linkOf={({ reportId }) =>
        reportId && isStaff && <Link to={`/system/reports?report=${reportId}`}>Open that report</Link>
      }
    />
  );
}

/** Student, course and deadline of a report. */
export function ReportFacts({ report }: { report: Report }) {
  const { student, tutor, course } = report;
  return (
    <Facts
      facts={{
        Student: <PageLink to={`/students/${student.id}`}>{student.name}</PageLink>,
        "Year group": report.yearGroup || undefined,
        Course: <PageLink to={`/courses/${course.id}`}>{course.title}</PageLink>,
        Tutor: <PageLink to={`/tutors/${tutor.id}`}>{tutor.name}</PageLink>,
        Period: `${formatDate(report.dateFrom)} to ${formatDate(report.dateTo)}`,
        Deadline: (
          <>
            {formatDateTime(report.deadline)}
            {report.isLate && <span className="tea-warn"> late</span>}
          </>
        ),
        Submitted:
          report.submitted && [formatDateTime(report.submitted), report.submittedBy].filter(Boolean).join(" by "),
        Checked: report.checked && [formatDateTime(report.checked), report.checkedBy].filter(Boolean).join(" by "),
        Approved: report.approved && [formatDateTime(report.approved), report.approvedBy].filter(Boolean).join(" by "),
        Mailed: mailedText(report),
      }}
    />
  );
}

function Assessment({ report }: { report: Report }) {
  const { fields } = useFields("/report");
  return (
    <Part title="Assessment">
      <p>
        <span className="sr-muted">Predicted grade</span> <b>{report.predictedGrade || "not set"}</b>
      </p>
      <PredictedBefore report={report} />
      {report.predictedReason && (
        <p>
          <span className="sr-muted">{fields.get(reasonField)?.title}</span> {report.predictedReason}
        </p>
      )}
      <table className="tea-grid">
        <tbody>
          {grades.map((name) => {
            const grade = report[name];
            const field = fields.get(name);
            if (!field) return null;
            const { label, color } = field.options?.find(({ value }) => value === grade) ?? {};
            return (
              <tr key={name}>
                <th scope="row">{field.title}</th>
                <td className="tea-dots" aria-hidden>
                  {Array.from({ length: highest }, (_, step) => (
                    <i key={step} style={grade !== null && step < grade ? { background: colorOf(color) } : undefined} />
                  ))}
                </td>
                <td>
                  {grade === null ? (
                    <span className="sr-muted">not set</span>
                  ) : (
                    <>
                      {grade > 0 && grade} {label}
                    </>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Part>
  );
}

/** A report for reading: assessment, comments, mocks. */
export default function ReportView({ record: report, reload }: RecordPieceProps<Report>) {
  const { fields } = useFields("/report");
  useReportOpened(report);
  const written = comments.filter((name) => plainText(report[name]));
  return (
    <div className="tea-view">
      <Returned report={report} />
      <ReportFacts report={report} />
      {["submitted", "checked"].includes(report.status) && <ReportWarnings report={report} />}
      <Assessment report={report} />
      {written.length > 0 && (
        <Part title="Comments">
          {written.map((name) => (
            <div key={name} className="tea-comment">
              <span className="sr-muted">{fields.get(name)?.title}</span>
              <RichTextView html={report[name]} />
            </div>
          ))}
        </Part>
      )}
      {report.mocks.length > 0 && (
        <Part title="Mock exams">
          <PlainTable
            stacks
            rows={report.mocks}
            columns={[
              { title: "Month", head: true, cell: MockMonth },
              { title: "Mark", num: true, cell: ({ mark, maxMark }) => `${mark} of ${maxMark}` },
              { title: "Grade", cell: ({ grade }) => grade },
              { title: "Comment", cell: ({ comment }) => comment },
            ]}
          />
        </Part>
      )}
      <FamilyMails mails={report.mails} id={report.id} thing="/report" list="/reports" reload={reload} />
    </div>
  );
}
