import type { RecordPieceProps } from "@staffroom/contract";
import { ChoiceTag } from "@staffroom/screen";
import { colorOf, Facts, formatDateTime, Icon, plainText, RichTextView } from "@staffroom/ui";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { categories, categoryLabel, onTrackLabel, ratingLabel, timekeepingText, type Slip } from "./types";

/** What the tutor wrote, in the order of the slip's own steps: information, performance, comments. */
export default function SlipView({ record: slip }: RecordPieceProps<Slip>) {
  const { slipMeta: meta, slipData: data } = slip;
  const rated = categories.some((number) => data[`cat${number}`] !== null);
  return (
    <div className="tea-view">
      {meta.status === "returned" && meta.returnReason && (
        <div className="tea-returned" role="note"><Icon name="undo" size={15} /><span><b>Returned to tutor.</b> {meta.returnReason}</span></div>
      )}
      <SlipFacts slip={slip} />
      {data.present && data.present !== "present" && (
        <Part title="Absence">
          <p>{data.absenceReason || <span className="sr-muted">No reason was given</span>}</p>
          {data.absenceActionTaken && <p>Action taken: {data.absenceActionTaken}</p>}
        </Part>
      )}
      {slip.type !== "invigilation" && data.present === "present" && <Tracking slip={slip} />}
      {rated && <Part title="Performance"><Performance slip={slip} /></Part>}
      {slip.type === "PT" && <PersonalTutoring slip={slip} />}
      <Comments slip={slip} />
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return <section className="tea-part"><h3>{title}</h3>{children}</section>;
}

function SlipFacts({ slip }: { slip: Slip }) {
  const { slipMeta: meta, slipData: data, course, invigilator, student, tutor } = slip;
  const when = slip.tutorial ?? slip.invigilationSession;
  return (
    <Facts
      facts={{
        Invigilator: invigilator && <Link to={`/invigilators/${invigilator.id}`}>{invigilator.name}</Link>,
        Student: student && <Link to={`/students/${student.id}`}>{student.name}</Link>,
        Tutor: tutor && <Link to={`/tutors/${tutor.id}`}>{tutor.name}</Link>,
        Course: course && <Link to={`/courses/${course.id}`}>{[course.board, course.level, course.subject].filter(Boolean).join(" ")}</Link>,
        [invigilator ? "Session" : "Tutorial"]: when && `${formatDateTime(when.start)}–${formatDateTime(when.end).slice(-5)}`,
        Department: slip.department.title,
        Location: slip.tutorial?.location,
        Presence: data.present && <ChoiceTag of="/slips/columns" name="present" value={data.present} />,
        Timekeeping: timekeepingText(data.onTime),
        Submitted: meta.submitted && <>{formatDateTime(meta.submitted)}{slip.isLate && <span className="tea-warn"> late</span>}</>,
        Approved: meta.approved && `${formatDateTime(meta.approved)} by ${meta.approvedBy?.name ?? ""}`,
        Reviewed: meta.reviewed ? "Yes" : "No",
        "Student read": meta.studentRead ? "Yes" : "No",
      }}
    />
  );
}

function Tracking({ slip }: { slip: Slip }) {
  const grades = slip.courseWithStudentInfo;
  const { ot1, ot2, ot3, PTOTDetails } = slip.slipData;
  const rows = slip.type === "PT"
    ? [["Study plan", "", ot1]]
    : [["Reach", grades?.reachGrade, ot1], ["Match", grades?.matchGrade, ot2], ["Safety", grades?.safetyGrade, ot3]].filter(([, grade]) => grade);
  if (!rows.some(([, , state]) => state)) return null;
  return (
    <Part title="Grade tracking">
      <div className="tea-tracks">
        {rows.map(([name, grade, state]) => (
          <span key={name}><span className="sr-muted">{name}</span> {grade && <b>{grade}</b>} {onTrackLabel[state ?? ""] ?? "not set"}</span>
        ))}
      </div>
      {PTOTDetails && <p>{PTOTDetails}</p>}
    </Part>
  );
}

function Performance({ slip }: { slip: Slip }) {
  return (
    <table className="tea-grid">
      <tbody>
        {categories.map((number) => {
          const rating = slip.slipData[`cat${number}`];
          return (
            <tr key={number}>
              <th scope="row">{categoryLabel[number]}</th>
              <td className="tea-dots" aria-hidden>
                {[1, 2, 3, 4, 5].map((step) => <i key={step} style={rating !== null && step <= rating ? { background: colorOf(rating <= 1 ? "red" : "teal") } : undefined} />)}
              </td>
              <td>{rating === null ? <span className="sr-muted">not set</span> : rating === 0 ? "N/A" : `${rating} ${ratingLabel[rating]}`}</td>
              <td className="sr-muted">{slip.slipData[`cat${number}Comment`]}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function PersonalTutoring({ slip }: { slip: Slip }) {
  const { PTIPHours, PTweeklyTarget, PTexamPrepAndReflect, PTadditionalComment } = slip.slipData;
  const entries: [string, ReactNode][] = [
    ["Independent prep hours, average this week", PTIPHours],
    ["Weekly target", PTweeklyTarget],
    ["Exam preparation and reflection", PTexamPrepAndReflect],
    ["Further comment", PTadditionalComment],
  ];
  return (
    <Part title="Personal tutoring">
      {entries.filter(([, value]) => value !== null && value !== "").map(([label, value]) => (
        <p key={label}><span className="sr-muted">{label}:</span> {value}</p>
      ))}
    </Part>
  );
}

function Comments({ slip }: { slip: Slip }) {
  const { comment, comment2, comment3, private: own } = slip.slipData;
  const names = slip.type === "PT" ? ["Progress", "Independent preparation", "Further"] : ["First", "Second", "Third"];
  const written = [comment, comment2, comment3].map((html, place) => [names[place] as string, html] as const).filter(([, html]) => plainText(html));
  if (!written.length && !own) return null;
  return (
    <Part title="Comments">
      {written.map(([name, html]) => (
        <div key={name} className="tea-comment"><span className="sr-muted">{name}</span><RichTextView html={html} /></div>
      ))}
      {own && <div className="tea-comment" data-private><span><Icon name="lock" size={13} /> Private</span><RichTextView html={own} /></div>}
    </Part>
  );
}
