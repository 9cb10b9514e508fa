import { api } from "@staffroom/api";
import { Dialog, toast, useAttempt } from "@staffroom/ui";
import { Button, Input } from "antd";
import { useState } from "react";
import { showStudent } from "./told";
import type { PlanStudent } from "./types";

const most = 10;
type Detail = { cwsId: number; syllabus: string; option: string };

type ExamOptionsProps = {
  courseId: number;
  students: readonly PlanStudent[];
  onClose: () => void;
};

/** Syllabus and option of each student of the course (teaching.md 5): the first syllabus can be applied to all. */
export function ExamOptions({ courseId, students, onClose }: ExamOptionsProps) {
  const [details, setDetails] = useState<Detail[]>(() =>
    students.map(({ cwsId, grades }) => ({ cwsId, syllabus: grades.syllabusCode, option: grades.optionCode })),
  );
  const [isRefused, setRefused] = useState(false);
  const [busy, attempt] = useAttempt();
  const names = new Map(students.map(({ cwsId, name }) => [cwsId, name]));
  const change = (cwsId: number, part: Partial<Detail>) =>
    setDetails((now) => now.map((one) => (one.cwsId === cwsId ? { ...one, ...part } : one)));
  const isMissing = details.some(({ syllabus }) => !syllabus.trim());
  const save = async () => {
    setRefused(isMissing);
    if (isMissing) return;
    const isSaved = await attempt(() => api.post(`/course/${courseId}/examoptions`, { syllabusDetails: details }));
    if (!isSaved) return;
    for (const { cwsId, syllabus, option } of details)
      showStudent(courseId, cwsId, { syllabusCode: syllabus, optionCode: option });
    toast.success("Exam options saved");
    onClose();
  };
  return (
    <Dialog
      open
      title="Exam options"
      width={640}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="primary" loading={busy !== null} onClick={() => void save()}>
            Save exam options
          </Button>
        </>
      }
    >
      <table className="sr-table" data-stacks>
        <thead>
          <tr>
            <th scope="col">Student</th>
            <th scope="col">Syllabus *</th>
            <th scope="col">Option</th>
          </tr>
        </thead>
        <tbody>
          {details.map(({ cwsId, syllabus, option }) => (
            <tr key={cwsId}>
              <th scope="row">{names.get(cwsId)}</th>
              <td data-title="Syllabus">
                <Input
                  aria-label={`Syllabus of ${names.get(cwsId)}`}
                  aria-required
                  maxLength={most}
                  value={syllabus}
                  status={isRefused && !syllabus.trim() ? "error" : undefined}
                  onChange={(event) => change(cwsId, { syllabus: event.target.value })}
                />
                {isRefused && !syllabus.trim() && (
                  <span className="sr-note sr-note-bad" role="alert">
                    Please enter the syllabus
                  </span>
                )}
              </td>
              <td data-title="Option">
                <Input
                  aria-label={`Option of ${names.get(cwsId)}`}
                  maxLength={most}
                  value={option}
                  onChange={(event) => change(cwsId, { option: event.target.value })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {details.length > 1 && (
        <Button
          size="small"
          onClick={() =>
            setDetails((now) =>
              now.map((one) => ({ ...one, syllabus: now[0]?.syllabus ?? "", option: now[0]?.option ?? "" })),
            )
          }
        >
          Give the first to all
        </Button>
      )}
    </Dialog>
  );
}
