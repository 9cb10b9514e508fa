import { hasRole, useApi, useSession } from "@staffroom/api";
import type { Answer, RecordPieceProps } from "@staffroom/contract";
import { useFields } from "@staffroom/form";
import { PageLink } from "@staffroom/screen";
import { Facts, formatDate, formatDateTime, plainText, RichTextView } from "@staffroom/ui";
import { Link } from "react-router";
import { FamilyMails, mailedText } from "../parts/mailed";
import { Part } from "../parts/part";
import { RatingTable } from "../parts/rating-table";
import { Returned } from "../parts/returned";
import { signed } from "../parts/signed";
import { useOpened } from "../parts/use-opened";
import { WarningList } from "../parts/warning-list";
import { PredictedBefore, reasonField } from "../writing/predicted";
import { MockTable } from "../writing/mocks";
import { comments, grades, type Report } from "./types";
import "./style.css";

type Warning = Answer<"teaching", "/report/{id}/warnings">[number];

/** Why the report was returned. */
export const ReturnedReport = ({ report: { status, returnReason } }: { report: Report }) =>
  ["returned", "saved"].includes(status) && returnReason ? <Returned reason={returnReason} /> : null;

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
        Submitted: signed(report.submitted, report.submittedBy),
        Checked: signed(report.checked, report.checkedBy),
        Approved: signed(report.approved, report.approvedBy),
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
      <RatingTable ratings={grades.map((name) => ({ field: fields.get(name), value: report[name] }))} />
    </Part>
  );
}

/** A report for reading: assessment, comments, mocks. */
export default function ReportView({ record: report, reload }: RecordPieceProps<Report>) {
  const { fields } = useFields("/report");
  useOpened(`/report/${report.id}`, report, report.may.open);
  const written = comments.filter((name) => plainText(report[name]));
  return (
    <div className="tea-view">
      <ReturnedReport report={report} />
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
          <MockTable mocks={report.mocks} />
        </Part>
      )}
      <FamilyMails mails={report.mails} id={report.id} thing="/report" list="/reports" reload={reload} />
    </div>
  );
}
