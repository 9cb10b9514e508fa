import { hasRole, useUser } from "@staffroom/api";
import type { RecordPieceProps } from "@staffroom/contract";
import { useFields } from "@staffroom/form";
import { ChoiceTag, PageLink } from "@staffroom/screen";
import { Facts, formatDate, formatDateTime, PlainTable, plainText, RichTextView } from "@staffroom/ui";
import { Fragment } from "react";
import { FamilyMails, mailedText } from "../parts/mailed";
import { MockMonth } from "../writing/mock-month";
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

const signed = (at: string | null, by: string) => at && [formatDateTime(at), by].filter(Boolean).join(" by ");

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
        <section key={name} className="tea-part">
          <h2>{fields.get(name)?.title}</h2>
          <RichTextView html={report[name]} />
        </section>
      ))}
      {report.mocks.length > 0 && (
        <section className="tea-part">
          <h2>Mock assessment</h2>
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
        </section>
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
