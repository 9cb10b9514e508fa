import { api, invalidate } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { useOptions } from "@staffroom/form";
import { Dialog, formatCount, toast, useAttempt } from "@staffroom/ui";
import { Button, Select } from "antd";
import { useState } from "react";

type Entered = Answer<"people", "/exam/{id}/entercourse", "post">;
type Props = {
  /** One of the two is known, the other is chosen. */
  examId?: number;
  courseId?: number;
  onDone?: () => void;
};

/** Plans entries for the students of a course: first previews for whom, and who would be skipped and why. */
export function EnterCourse({ examId, courseId, onDone }: Props) {
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<number>();
  const [answer, setAnswer] = useState<Entered & { dry: boolean }>();
  const [busy, attempt] = useAttempt();
  const asks = examId === undefined ? "Exam" : "Course";
  const { options, loading, search } = useOptions(
    { optionsFrom: examId === undefined ? "/exam/names" : "/courses/names" },
    { enabled: open, chosen },
  );
  const go = (other: number, dry: boolean) =>
    attempt(
      async () => {
        const entered = await api.post<Entered>(`/exam/${examId ?? other}/entercourse`, {
          courseId: courseId ?? other,
          dry,
        });
        setAnswer({ ...entered, dry });
        if (dry) return;
        toast.success(`${formatCount(entered.entered, "entry", "entries")} planned`);
        await invalidate("/exams/entries");
        onDone?.();
      },
      dry ? "dry" : "run",
    );
  const close = () => {
    setOpen(false);
    setChosen(undefined);
    setAnswer(undefined);
  };
  const names = (title: string, rows: readonly string[]) =>
    rows.length > 0 && (
      <>
        <b>{title}</b>
        <ul>
          {rows.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </>
    );
  return (
    <>
      <Button onClick={() => setOpen(true)}>Enter a course</Button>
      <Dialog
        open={open}
        title="Enter a course"
        onCancel={close}
        width={620}
        destroyOnHidden
        footer={
          <>
            <Button onClick={close}>{answer && !answer.dry ? "Close" : "Go back"}</Button>
            {(!answer || answer.dry) && (
              <Button
                type="primary"
                disabled={!answer?.entered || !chosen}
                loading={busy === "run"}
                onClick={() => chosen && void go(chosen, false)}
              >
                Plan entries
              </Button>
            )}
          </>
        }
      >
        <p>
          Every active student of the course who is a candidate is planned for the exam. Nothing is sent to the board
          yet.
        </p>
        <Select
          showSearch={search}
          className="exam-choice"
          aria-label={asks}
          placeholder={asks}
          loading={loading || busy === "dry"}
          value={chosen}
          options={options.map(({ value, label }) => ({ value: Number(value), label }))}
          onChange={(value: number) => {
            setChosen(value);
            setAnswer(undefined);
            void go(value, true);
          }}
        />
        <div className="exam-trial" role="status">
          {answer && (
            <p>
              {answer.dry ? "A trial, nothing is written yet" : "Done"}:{" "}
              {formatCount(answer.entered, "entry planned", "entries planned")}.
            </p>
          )}
          {answer && names("Planned", answer.candidates)}
          {answer && names("Skipped", answer.skipped)}
        </div>
      </Dialog>
    </>
  );
}
