import { api } from "@staffroom/api";
import { EditableField, useFields } from "@staffroom/form";
import { Dialog, useAttempt } from "@staffroom/ui";
import { Select } from "antd";
import { useCallback, useId } from "react";
import { StudentWeek } from "./student-week";
import type { CoursePlan, PlanWeek } from "./types";

type Props = { week: PlanWeek; title: string; found: CoursePlan; reload: () => Promise<void>; onClose: () => void };

/** The dialog of a week: its state, the students it is for, and each one's result. */
export function WeekDialog({ week: opened, title, found, reload, onClose }: Props) {
  const { fields } = useFields("/v2/studyplanweek");
  const id = useId();
  const [busy, attempt] = useAttempt();
  const saved = useCallback(() => void reload(), [reload]);
  const week = found.weeks.find((one) => one.id === opened.id) ?? opened;
  const status = fields.get("status");
  const custom = found.plan?.type === 1 ? fields.get("custom") : undefined;
  const mine = found.students.filter(({ cwsId }) => !week.cwsIds.length || week.cwsIds.includes(cwsId));
  return (
    <Dialog open title={title} footer={null} width={760} onCancel={onClose}>
      <div className="sr-fields">
        {status && (
          <EditableField field={status} path={`/v2/studyplanweek/${week.id}`} value={week.status} onSaved={saved} />
        )}
        {custom && (
          <EditableField field={custom} path={`/v2/studyplanweek/${week.id}`} value={week.custom} onSaved={saved} />
        )}
        <div className="sr-field">
          <div className="sr-field-label">
            <label htmlFor={id}>Students</label>
          </div>
          <Select<number[]>
            id={id}
            mode="multiple"
            loading={busy !== null}
            placeholder="All students of the course"
            value={week.cwsIds}
            options={found.students.map(({ cwsId, name }) => ({ value: cwsId, label: name }))}
            onChange={(cwsIds) =>
              void attempt(async () => {
                await api.put(`/v2/studyplanweek/${week.id}`, {
                  field: "cwsIds",
                  newValue: cwsIds,
                  oldValue: week.cwsIds,
                });
                await reload();
              })
            }
          />
          <div className="sr-help">Empty: the week is for all students.</div>
        </div>
      </div>
      {mine.map(({ cwsId, name }) => {
        const state = week.students.find((one) => one.cwsId === cwsId);
        return (
          <StudentWeek
            key={cwsId}
            title={name}
            weekId={week.id}
            cwsId={cwsId}
            said={state ?? { id: null, ot: null, actual: "" }}
            onSaved={saved}
          />
        );
      })}
    </Dialog>
  );
}
