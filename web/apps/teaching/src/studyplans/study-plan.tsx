import { api, download, useRecord } from "@staffroom/api";
import type { WidgetProps } from "@staffroom/contract";
import { PageLink, today } from "@staffroom/screen";
import { Answered, Facts, Icon, PageHeader, toast, useAttempt, useDialogs, usePage } from "@staffroom/ui";
import { Button } from "antd";
import { useState, type ReactNode } from "react";
import { useParams } from "react-router";
import { Begin } from "./begin";
import { Behind } from "./behind";
import { ExamOptions } from "./exam-options";
import { Students } from "./students";
import "./style.css";
import { examText, type CoursePlan } from "./types";
import { Weeks } from "./weeks";

/** The screen `/studyplans/{courseId}`. */
export default function StudyPlanScreen() {
  const { id = "" } = useParams();
  return <StudyPlan courseId={Number(id)} own />;
}

/** The study plan of a course, on its page. */
export const StudyPlanTab = ({ courseId }: WidgetProps["study-plan"]) => <StudyPlan courseId={courseId} />;

function StudyPlan({ courseId, own }: { courseId: number; own?: boolean }) {
  const query = useRecord<CoursePlan>(`/v2/course/${courseId}/studyplan`);
  return (
    <Answered query={query} rows={8}>
      {(found) => <Plan found={found} own={own} reload={async () => void (await query.refetch())} />}
    </Answered>
  );
}

type Props = { found: CoursePlan; own?: boolean; reload: () => Promise<void> };

function Plan({ found, own, reload }: Props) {
  const { course, plan, academicYear, may, students } = found;
  const [isChoosing, setChoosing] = useState(false);
  const title = `Study plan: ${course.title}`;
  const tools = <PlanTools found={found} reload={reload} onOptions={() => setChoosing(true)} />;
  return (
    <div className="tea-plan">
      {own ? <Head title={title} tools={tools} /> : <div className="tea-tools tea-plan-tools">{tools}</div>}
      <Facts
        facts={{
          Course: own && <PageLink to={`/courses/${course.id}`}>{course.title}</PageLink>,
          "Academic year": academicYear?.title,
          "First exam": examText(course.firstExam, today()),
          Department: own && course.department,
          Students: own && students.map(({ name }) => name).join(", "),
          Syllabus: plan?.type === 1 && plan.syllabus,
          "Study plan": plan?.type === 1 && "Version 1",
        }}
      />
      {plan && <Behind found={found} reload={reload} />}
      {plan ? <Weeks found={found} reload={reload} /> : <Begin found={found} reload={reload} />}
      <Students found={found} />
      {isChoosing && <ExamOptions courseId={course.id} students={students} onClose={() => setChoosing(false)} />}
      {!may.edit && !plan && <p className="sr-muted">Your tutor has not made a study plan yet.</p>}
    </div>
  );
}

function Head({ title, tools }: { title: string; tools: ReactNode }) {
  usePage(title);
  return <PageHeader title={title} actions={tools} />;
}

function PlanTools({ found, reload, onOptions }: Props & { onOptions: () => void }) {
  const { course, plan, may, students } = found;
  const { ask } = useDialogs();
  const [busy, attempt] = useAttempt();
  const remove = async () => {
    if (
      !plan ||
      !(await ask({
        title: "Delete study plan?",
        text: `The weeks of ${course.title} are deleted with it.`,
        yes: "Delete study plan",
        no: "Keep study plan",
        danger: true,
      }))
    )
      return;
    await attempt(async () => {
      await api.delete(`/v2/studyplan/${plan.id}`);
      await reload();
      toast.undoable(
        "Study plan deleted",
        () =>
          void attempt(async () => {
            await api.post(`/v2/studyplan/${plan.id}/restore`, {});
            await reload();
          }),
      );
    }, "delete");
  };
  return (
    <>
      {plan && (
        <Button
          icon={<Icon name="file-text" size={15} />}
          loading={busy === "pdf"}
          onClick={() =>
            void attempt(
              () => download(`/v2/course/${course.id}/studyplan/pdf`, `Study plan ${course.title}.pdf`),
              "pdf",
            )
          }
        >
          PDF
        </Button>
      )}
      {may.options && students.length > 0 && <Button onClick={onOptions}>Exam options</Button>}
      {plan && may.edit && (
        <Button danger loading={busy === "delete"} onClick={() => void remove()}>
          Delete study plan
        </Button>
      )}
    </>
  );
}
