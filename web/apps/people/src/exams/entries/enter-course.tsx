import { api, invalidate } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { useOptions } from "@staffroom/form";
import { DialogButton, formatCount, toast } from "@staffroom/ui";
import { Select } from "antd";
import { useState } from "react";
import { useDryRun } from "../../dry-run";
import { DryRunDialog } from "../dry-run-dialog";

type Entered = Answer<"people", "/exam/{id}/entercourse", "post">;
type Props = {
  /** One of the two is known, the other is chosen. */
  examId?: number;
  courseId?: number;
  onDone?: () => void;
};

/** Plans entries for the students of a course: first previews for whom, and who would be skipped and why. */
export const EnterCourse = (props: Props) => (
  <DialogButton label="Enter a course">{(close) => <EnterCourseDialog {...props} onClose={close} />}</DialogButton>
);

function EnterCourseDialog({ examId, courseId, onDone, onClose }: Props & { onClose: () => void }) {
  const [chosen, setChosen] = useState<number>();
  const asks = examId === undefined ? "Exam" : "Course";
  const { options, loading, search } = useOptions(
    { optionsFrom: examId === undefined ? "/exam/names" : "/courses/names" },
    { chosen },
  );
  const entering = useDryRun(async (dry, other: number) => {
    const entered = await api.post<Entered>(`/exam/${examId ?? other}/entercourse`, {
      courseId: courseId ?? other,
      dry,
    });
    if (!dry) {
      toast.success(`${formatCount(entered.entered, "entry", "entries")} planned`);
      await invalidate("/exams/entries");
      onDone?.();
    }
    return entered;
  });
  const { result } = entering;
  return (
    <DryRunDialog
      title="Enter a course"
      width={620}
      verb="Plan entries"
      run={entering}
      isPossible={!!result?.entered}
      onClose={onClose}
    >
      <p>
        Every active student of the course who is a candidate is planned for the exam. Nothing is sent to the board yet.
      </p>
      <Select
        showSearch={search}
        className="exam-choice"
        aria-label={asks}
        placeholder={asks}
        loading={loading || entering.isTrying}
        value={chosen}
        options={options.map(({ value, label }) => ({ value: Number(value), label }))}
        onChange={(value: number) => {
          setChosen(value);
          entering.forget();
          entering.tryOut(value);
        }}
      />
      <div className="exam-trial" role="status">
        {result && (
          <>
            <p>
              {entering.isTried ? "A trial, nothing is written yet" : "Done"}:{" "}
              {formatCount(result.entered, "entry planned", "entries planned")}.
            </p>
            <Names title="Planned" names={result.candidates} />
            <Names title="Skipped" names={result.skipped} />
          </>
        )}
      </div>
    </DryRunDialog>
  );
}

const Names = ({ title, names }: { title: string; names: readonly string[] }) =>
  names.length > 0 && (
    <>
      <b>{title}</b>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </>
  );
