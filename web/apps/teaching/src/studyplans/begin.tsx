import { api, useApi } from "@staffroom/api";
import type { Option } from "@staffroom/contract";
import { Panel, toast, useAttempt } from "@staffroom/ui";
import { Button, Select } from "antd";
import { useState } from "react";
import { CopyPlan } from "./copy-plan";
import { untilTold } from "./told";
import type { CoursePlan } from "./types";

type Props = { found: CoursePlan; reload: () => Promise<void> };
type Year = { id: number; title: string };

/** The steps to a plan: first an academic year, then an empty plan, or the copy of another. */
export function Begin({ found, reload }: Props) {
  const { course, state, may } = found;
  const [busy, attempt] = useAttempt();
  const [isCopying, setCopying] = useState(false);
  const require = (isNotRequired: boolean) =>
    attempt(async () => {
      await api.post(`/course/${course.id}/edit`, { field: "studyPlanNotRequired", newValue: isNotRequired });
      await untilTold(course.id, ({ course: now }) => now.studyPlanNotRequired === isNotRequired);
      toast.success(isNotRequired ? "Study plan not required" : "Study plan required");
    }, "required");
  if (!may.edit) return null;
  if (state === "noYear") {
    return (
      <Panel title="Academic year missing">
        <p>
          A study plan follows the weeks of an academic year.{" "}
          {may.setYear
            ? "Please choose the year of this course."
            : "Please ask the office to set the year of this course."}
        </p>
        {may.setYear && <ChooseYear courseId={course.id} />}
      </Panel>
    );
  }
  if (state === "notRequired") {
    return (
      <Panel title="Study plan not required">
        <p>This course is taught without a study plan.</p>
        {may.setYear && (
          <Button loading={busy === "required"} onClick={() => void require(false)}>
            A study plan is required
          </Button>
        )}
      </Panel>
    );
  }
  return (
    <Panel title="No study plan yet">
      <p>A plan has a line for each study week of {found.academicYear?.title}.</p>
      <div className="tea-tools">
        <Button
          type="primary"
          loading={busy === "make"}
          onClick={() =>
            void attempt(async () => {
              await api.post(`/v2/course/${course.id}/studyplan`, {});
              await reload();
              toast.success("Study plan created");
            }, "make")
          }
        >
          Create study plan
        </Button>
        <Button onClick={() => setCopying(true)}>Copy another plan</Button>
        {may.setYear && (
          <Button loading={busy === "required"} onClick={() => void require(true)}>
            Not required
          </Button>
        )}
      </div>
      {isCopying && <CopyPlan found={found} reload={reload} onClose={() => setCopying(false)} />}
    </Panel>
  );
}

function ChooseYear({ courseId }: { courseId: number }) {
  const { data = [] } = useApi<Year[]>("/academic-years/all");
  const [chosen, setChosen] = useState<number>();
  const [busy, attempt] = useAttempt();
  return (
    <div className="tea-tools">
      <Select<number>
        className="tea-plan-year"
        aria-label="Academic year"
        placeholder="Academic year"
        value={chosen}
        onChange={setChosen}
        options={data.map(({ id, title }) => ({ value: id, label: title }) satisfies Option)}
      />
      <Button
        type="primary"
        disabled={chosen === undefined}
        loading={busy !== null}
        onClick={() =>
          void attempt(async () => {
            await api.put(`/v2/course/${courseId}/academicyear`, { academicYearId: chosen });
            await untilTold(courseId, ({ course }) => course.academicYearId === chosen);
          })
        }
      >
        Set academic year
      </Button>
    </div>
  );
}
