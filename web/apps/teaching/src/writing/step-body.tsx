import { useFields } from "@staffroom/form";
import { PageLink } from "@staffroom/screen";
import { Facts, formatDateTime } from "@staffroom/ui";
import { Part } from "../parts/part";
import { SlipWeeks } from "../studyplans/slip-weeks";
import type { Slip } from "../slips/types";
import { AsLastTime, useLastTime, type LastTime } from "./last-time";
import { PerformanceGrid } from "./performance";
import { SlipChoice, SlipField } from "./slip-field";
import { SlipHomework } from "./slip-homework";
import { useSlipForm, type Step } from "./steps";

/** One step of the form. */
export function StepBody({ slip, step }: { slip: Slip; step: Step }) {
  const form = useSlipForm(slip);
  switch (step) {
    case "information":
      return <Information slip={slip} />;
    case "performance":
      return slip.type === "PT" ? <PersonalTutoring slip={slip} /> : <Performance slip={slip} />;
    case "preparation":
      return (
        <>
          {form.isRated && (
            <Part title="Independent preparation">
              <PerformanceGrid slip={slip} names={["cat1"]} />
            </Part>
          )}
          <SlipHomework slip={slip} />
        </>
      );
    // Homework of an absent student is postponed as well.
    case "comments":
      return (
        <>
          <Comments slip={slip} />
          {!form.steps.includes("preparation") && <SlipHomework slip={slip} />}
        </>
      );
  }
}

function Information({ slip }: { slip: Slip }) {
  const { student, tutor, course, invigilator, tutorial, invigilationSession } = slip;
  const when = tutorial ?? invigilationSession;
  const { shows } = useSlipForm(slip);
  return (
    <>
      <Part title={invigilator ? "Session" : "Tutorial"}>
        <Facts
          facts={{
            Student: student && <PageLink to={`/students/${student.id}`}>{student.name}</PageLink>,
            Tutor: tutor && <PageLink to={`/tutors/${tutor.id}`}>{tutor.name}</PageLink>,
            Invigilator: invigilator && <PageLink to={`/invigilators/${invigilator.id}`}>{invigilator.name}</PageLink>,
            Course: course && (
              <PageLink to={`/courses/${course.id}`}>
                {[course.board, course.level, course.subject].filter(Boolean).join(" ")}
              </PageLink>
            ),
            When: when && `${formatDateTime(when.start)}–${formatDateTime(when.end).slice(-5)}`,
            Location: tutorial?.location,
          }}
        />
      </Part>
      {shows("present") && (
        <Part title="Presence">
          <div className="sr-fields">
            <SlipChoice slip={slip} name="present" />
            <SlipChoice slip={slip} name="onTime" />
            <SlipField slip={slip} name="absenceReason" />
          </div>
        </Part>
      )}
      {shows("absenceIntervention") && "absenceIntervention" in slip && (
        <Part title="For the office" data-staff>
          <div className="sr-fields">
            <SlipField slip={slip} name="absenceIntervention" />
            <SlipField slip={slip} name="absenceActionTaken" />
          </div>
        </Part>
      )}
    </>
  );
}

function Tracking({ slip, last }: { slip: Slip; last?: LastTime }) {
  const { tracks } = useSlipForm(slip);
  if (!tracks.length) return null;
  return (
    <Part title="Grade tracking">
      {tracks.map(({ name, title, grade }) => (
        <SlipChoice
          key={name}
          slip={slip}
          name={name}
          title={grade ? `${title}: ${grade}` : title}
          last={last?.[name]}
        />
      ))}
    </Part>
  );
}

function Performance({ slip }: { slip: Slip }) {
  const last = useLastTime(slip);
  return (
    <>
      <AsLastTime slip={slip} last={last} />
      <Tracking slip={slip} last={last} />
      <SlipWeeks slip={slip} />
      <Part title="Performance">
        <PerformanceGrid slip={slip} names={["cat2", "cat3", "cat4", "cat5", "cat6"]} last={last} />
      </Part>
    </>
  );
}

function PersonalTutoring({ slip }: { slip: Slip }) {
  return (
    <>
      <Tracking slip={slip} />
      <SlipWeeks slip={slip} />
      <Part title="Personal tutoring">
        <div className="sr-fields">
          <SlipField slip={slip} name="PTOTDetails" />
          <SlipField slip={slip} name="PTIPHours" />
          <SlipField slip={slip} name="PTweeklyTarget" />
          <SlipField slip={slip} name="PTexamPrepAndReflect" />
          <SlipChoice slip={slip} name="PTconcerns" />
          <SlipField slip={slip} name="PTadditionalComment" />
        </div>
      </Part>
    </>
  );
}

function Comments({ slip }: { slip: Slip }) {
  const { fields } = useFields("/slip");
  const { comments } = useSlipForm(slip);
  return (
    <>
      <Part title="Comments">
        <div className="sr-fields">
          {comments.map((name) => (
            <SlipField key={name} slip={slip} name={name} />
          ))}
        </div>
      </Part>
      {fields.has("private") && "private" in slip && (
        <Part title="For the office and the tutor alone" data-staff>
          <div className="sr-fields">
            <SlipField slip={slip} name="private" />
          </div>
        </Part>
      )}
    </>
  );
}
