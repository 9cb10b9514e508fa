import { hasRole, useUser } from "@staffroom/api";
import type { RecordPieceProps } from "@staffroom/contract";
import { useFields } from "@staffroom/form";
import { ChoiceTag, PageLink } from "@staffroom/screen";
import { Facts, formatDate, formatDateTime, plainText, RichTextView } from "@staffroom/ui";
import { Fragment } from "react";
import { Part } from "../parts/part";
import { FamilyMails, mailedText } from "../parts/mailed";
import { signed } from "../parts/signed";
import { MockTable } from "../writing/mocks";
import { bookingOf } from "./booked";
import { sections, type Collection } from "./types";
import "./style.css";

/** The interview on the calendar, or a link to book it. */
function Booked({ report }: { report: Collection }) {
  const { event } = report;
  const isStaff = hasRole(useUser(), "staff");
  if (event)
    return (
      <>
        {isStaff ? (
          <PageLink to={`/companyCalendar?event=${event.id}`}>{formatDateTime(event.start)}</PageLink>
        ) : (
          formatDateTime(event.start)
        )}
        {event.location && `, ${event.location}`}
        {event.status === "cancelled" && <span className="tea-warn"> cancelled</span>}
      </>
    );
  if (!isStaff || report.status !== "draft") return "Not on the calendar";
  return <PageLink to={bookingOf(report)}>Book room</PageLink>;
}

/** The student of a report, and the interview. */
export function CollectionFacts({ report }: { report: Collection }) {
  const { student, course } = report;
  return (
    <Facts
      facts={{
        Student: <PageLink to={`/students/${student.id}`}>{student.name}</PageLink>,
        Course: <PageLink to={`/courses/${course.id}`}>{course.title}</PageLink>,
        Term: <ChoiceTag of="/collectionreports/columns" name="term" value={report.term} />,
        Interview: report.date && formatDate(report.date),
        Interviewers:
          report.interviewedBy.length > 0 &&
          report.interviewedBy.map(({ kind, id, name }, place) => (
            <Fragment key={`${kind} ${id}`}>
              {place > 0 && ", "}
              <PageLink to={kind === "tutor" ? `/tutors/${id}` : `/staff/${id}`}>{name}</PageLink>
            </Fragment>
          )),
        Calendar: <Booked report={report} />,
        "Predicted grade": report.predictedGrade,
        "Reason for the change": report.predictedReason,
        Submitted: signed(report.submitted, report.submittedBy),
        Approved: signed(report.approved, report.approvedBy),
        Mailed: mailedText(report),
      }}
    />
  );
}

/** A collection report for reading: sections and mocks. */
export default function CollectionView({ record: report, reload }: RecordPieceProps<Collection>) {
  const { fields } = useFields("/collectionreport");
  const written = sections.filter((name) => plainText(report[name]));
  return (
    <div className="tea-view">
      <CollectionFacts report={report} />
      {written.length === 0 && <p className="sr-muted">Nothing is written yet.</p>}
      {written.map((name) => (
        <Part key={name} title={fields.get(name)?.title}>
          <RichTextView html={report[name]} />
        </Part>
      ))}
      {report.mocks.length > 0 && (
        <Part title="Mock assessment">
          <MockTable mocks={report.mocks} />
        </Part>
      )}
      <FamilyMails
        mails={report.mails}
        id={report.id}
        thing="/collectionreport"
        list="/collectionreports"
        reload={reload}
      />
    </div>
  );
}
