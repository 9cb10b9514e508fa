import { savesSettled } from "@staffroom/form";
import type { CellChange } from "@staffroom/grid";
import { Dialog, formatDate, toast, useAttempt } from "@staffroom/ui";
import { Button, Select } from "antd";
import { useId, useState } from "react";
import { exchangeContents } from "./save-weeks";
import type { CoursePlan, PlanWeek } from "./types";
import { weekName } from "./week-parts";

type Props = {
  week: PlanWeek;
  found: CoursePlan;
  reload: () => Promise<void>;
  onMoved?: (changes: CellChange[]) => void;
  onClose: () => void;
};

/** Returns weeks that take part in an exchange of contents: those in which something is taught to all. */
export const takesContents = ({ status, cwsIds }: Pick<PlanWeek, "status" | "cwsIds">): boolean =>
  status !== "closed" && !cwsIds.length;

/** Exchanges the content of two weeks, as dragging does, for touch, keyboard and screen readers. */
export function MoveWeek({ week, found, reload, onMoved, onClose }: Props) {
  const id = useId();
  const [to, setTo] = useState<number>();
  const [busy, attempt] = useAttempt();
  const plan = { courseId: found.course.id, planId: found.plan?.id ?? 0, reload };
  const exchange = async (other: number) => {
    const { changes, refusal } = await exchangeContents(plan, week.id, other);
    if (refusal) toast.refusal(refusal, "Content not moved");
    else onMoved?.(changes);
    return !refusal;
  };
  const move = () =>
    attempt(async () => {
      await savesSettled();
      const target = found.weeks.find((one) => one.id === to);
      if (!target || !(await exchange(target.id))) return;
      onClose();
      const undo = () =>
        void attempt(async () => {
          if (await exchange(target.id)) toast.success("The weeks are as before");
        });
      toast.undoable(`Content moved to ${weekName(target)}`, undo, { subject: `plan ${plan.planId}` });
    });
  const others = found.weeks.filter((one) => one.id !== week.id && takesContents(one));
  return (
    <Dialog
      open
      title={`Move content of ${weekName(week)}`}
      width={480}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button type="primary" disabled={to === undefined} loading={busy !== null} onClick={() => void move()}>
            Move content
          </Button>
        </>
      }
    >
      <div className="sr-field">
        <div className="sr-field-label">
          <label htmlFor={id}>To week</label>
        </div>
        <Select<number>
          id={id}
          showSearch
          optionFilterProp="label"
          placeholder="Choose a week"
          value={to}
          options={others.map((one) => ({
            value: one.id,
            label: `${weekName(one)}, ${formatDate(one.start)}${one.content ? "" : ", empty"}`,
          }))}
          onChange={setTo}
        />
        <div className="sr-help">The contents of the two weeks change places. Nothing else moves.</div>
      </div>
    </Dialog>
  );
}
