import { hasRole, useApi, useUser } from "@staffroom/api";
import type { RecordPieceProps } from "@staffroom/contract";
import { FieldValue, useFields } from "@staffroom/form";
import { ChoiceTag, PageLink, useTitles } from "@staffroom/screen";
import { Facts, formatDateTime, Icon, plainText, RichTextView, Workspace } from "@staffroom/ui";
import { Part } from "../parts/part";
import { RatingTable } from "../parts/rating-table";
import { Returned } from "../parts/returned";
import { signed } from "../parts/signed";
import { didWith } from "../homework/of-slip";
import type { CwsHomework } from "../homework/types";
import type { Slip } from "./types";
import { Warnings } from "./warnings";
import { useSlipForm } from "../writing/steps";

const categories = ["cat1", "cat2", "cat3", "cat4", "cat5", "cat6"] as const;

/** A value of the report, shown by its declared field. */
function Value({ name, value }: { name: keyof Slip; value: unknown }) {
  const field = useFields("/slip").fields.get(name);
  return field && <FieldValue field={field} value={value} />;
}

/**
 * The tutor's report, in the order of the slip's steps: information, performance, comments. It reads the slip's fields,
 * where a save stores it; `slipData` repeats them as they were loaded.
 */
export default function SlipView({ record: slip }: RecordPieceProps<Slip>) {
  const { slipMeta: meta } = slip;
  const rated = categories.some((name) => slip[name] !== null);
  return (
    <Workspace
      className="tea-view"
      main={
        <>
          {meta.status === "returned" && meta.returnReason && <Returned reason={meta.returnReason} />}
          <SlipFacts slip={slip} />
          {["submitted", "checked"].includes(meta.status) && <Warnings slip={slip} />}
          {slip.present && slip.present !== "present" && (
            <Part title="Absence">
              <p>{slip.absenceReason || <span className="sr-muted">No reason was given</span>}</p>
              {slip.absenceActionTaken && <p>Action taken: {slip.absenceActionTaken}</p>}
            </Part>
          )}
          {slip.type !== "invigilation" && slip.present === "present" && <Tracking slip={slip} />}
          {rated && (
            <Part title="Performance">
              <Performance slip={slip} />
            </Part>
          )}
          {slip.type === "PT" && <PersonalTutoring slip={slip} />}
          <Comments slip={slip} />
        </>
      }
      side={slip.course?.cwsId && <HomeworkOfSlip slip={slip.id} cwsId={slip.course.cwsId} />}
    />
  );
}

/** Roles that read homework; agents and invigilators only read slips. */
const readers = ["staff", "tutor", "student", "client"];

/** Homework that was set, marked or postponed with the slip. */
function HomeworkOfSlip({ slip, cwsId }: { slip: number; cwsId: number }) {
  const enabled = hasRole(useUser(), ...readers);
  const { data } = useApi<CwsHomework[]>(`/v2/cws/${cwsId}/homework`, undefined, { enabled });
  const rows = (data ?? []).flatMap((hws) => {
    const did = didWith(hws, slip);
    return did.length ? [{ ...hws, did }] : [];
  });
  if (!rows.length) return null;
  return (
    <Part title="Homework">
      {rows.map(({ hwsId, title, status, dueDate, did }) => (
        <p key={hwsId} className="tea-choices">
          <PageLink to={`/homework?homework=${hwsId}`}>{title}</PageLink>
          <ChoiceTag of="/homework/columns" name="status" value={status} />
          <span className="sr-muted">
            {did.join(", ")} with this slip, due {formatDateTime(dueDate)}
          </span>
        </p>
      ))}
    </Part>
  );
}

function SlipFacts({ slip }: { slip: Slip }) {
  const { slipMeta: meta, course, invigilator, student, tutor } = slip;
  const when = slip.tutorial ?? slip.invigilationSession;
  const title = useTitles("/slips");
  const timekeeping = useFields("/slip").fields.get("onTime");
  if (!title) return null;
  return (
    <Facts
      facts={{
        Invigilator: invigilator && <PageLink to={`/invigilators/${invigilator.id}`}>{invigilator.name}</PageLink>,
        [title("student")]: student && <PageLink to={`/students/${student.id}`}>{student.name}</PageLink>,
        [title("tutor")]: tutor && <PageLink to={`/tutors/${tutor.id}`}>{tutor.name}</PageLink>,
        [title("course")]: course && (
          <PageLink to={`/courses/${course.id}`}>
            {[course.board, course.level, course.subject].filter(Boolean).join(" ")}
          </PageLink>
        ),
        [invigilator ? "Session" : title("tutorialDate")]:
          when && `${formatDateTime(when.start)}–${formatDateTime(when.end).slice(-5)}`,
        Department: slip.department.title,
        Location: slip.tutorial?.location,
        [title("present")]: slip.present && <ChoiceTag of="/slips/columns" name="present" value={slip.present} />,
        ...(timekeeping && {
          [timekeeping.title]: slip.onTime !== null && <FieldValue field={timekeeping} value={slip.onTime} />,
        }),
        [title("submitted")]: meta.submitted && (
          <>
            {formatDateTime(meta.submitted)}
            {slip.isLate && <span className="tea-warn"> late</span>}
          </>
        ),
        [title("approved")]: signed(meta.approved, meta.approvedBy?.name),
        // The service leaves out columns that the user may not read.
        ...("reviewed" in meta && { [title("reviewed")]: meta.reviewed ? "Yes" : "No" }),
        ...("studentRead" in meta && { [title("studentRead")]: meta.studentRead ? "Yes" : "No" }),
      }}
    />
  );
}

function Tracking({ slip }: { slip: Slip }) {
  const { tracks } = useSlipForm(slip);
  if (!tracks.some(({ name }) => slip[name])) return null;
  return (
    <Part title="Grade tracking">
      <div className="tea-tracks">
        {tracks.map(({ name, title, grade }) => (
          <span key={name}>
            <span className="sr-muted">{title}</span> {grade && <b>{grade}</b>}{" "}
            {slip[name] ? <Value name={name} value={slip[name]} /> : "not set"}
          </span>
        ))}
      </div>
      {slip.PTOTDetails && <p>{slip.PTOTDetails}</p>}
    </Part>
  );
}

function Performance({ slip }: { slip: Slip }) {
  const { fields } = useFields("/slip");
  return (
    <RatingTable
      ratings={categories.map((name) => ({
        field: fields.get(name),
        value: slip[name],
        comment: slip[`${name}Comment`],
      }))}
    />
  );
}

const personal = ["PTIPHours", "PTweeklyTarget", "PTexamPrepAndReflect", "PTadditionalComment"] as const;

function PersonalTutoring({ slip }: { slip: Slip }) {
  const { fields } = useFields("/slip");
  return (
    <Part title="Personal tutoring">
      {personal
        .filter((name) => slip[name] !== null && slip[name] !== "")
        .map((name) => (
          <p key={name}>
            <span className="sr-muted">{fields.get(name)?.title}:</span> {slip[name]}
          </p>
        ))}
    </Part>
  );
}

function Comments({ slip }: { slip: Slip }) {
  const { comment, comment2, comment3, private: own } = slip;
  const { titleOf } = useSlipForm(slip);
  const written = (
    [
      ["comment", comment],
      ["comment2", comment2],
      ["comment3", comment3],
    ] as const
  )
    .map(([name, html]) => [titleOf(name), html] as const)
    .filter(([, html]) => plainText(html));
  if (!written.length && !own) return null;
  return (
    <Part title="Comments">
      {written.map(([name, html]) => (
        <div key={name} className="tea-comment">
          <span className="sr-muted">{name}</span>
          <RichTextView html={html} />
        </div>
      ))}
      {own && (
        <div className="tea-comment" data-private>
          <span>
            <Icon name="lock" size={13} /> Private
          </span>
          <RichTextView html={own} />
        </div>
      )}
    </Part>
  );
}
