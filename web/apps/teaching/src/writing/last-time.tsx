import { api, useApi } from "@staffroom/api";
import type { Row } from "@staffroom/contract";
import { savesSettled } from "@staffroom/form";
import { formatDate, Icon, toast, useAttempt } from "@staffroom/ui";
import { Button } from "antd";
import type { Slip } from "../slips/types";
import { pathOf, useSlipSaved } from "./slip-field";
import { useSlipForm } from "./steps";

const ratings = ["cat1", "cat2", "cat3", "cat4", "cat5", "cat6"] as const;
const tracks = ["ot1", "ot2", "ot3"] as const;
export type LastTime = Pick<Slip, (typeof ratings)[number] | (typeof tracks)[number]> & { start: string };

/** Ratings and comments of the student from the course's last tutorial that has a slip with ratings. */
export function useLastTime(slip: Slip): LastTime | undefined {
  const start = slip.tutorial?.start;
  const enabled = !!start && !!slip.student && !!slip.course?.id && slip.may.edit.length > 0;
  const of = {
    studentId: String(slip.student?.id),
    courseId: String(slip.course?.id),
    present: "present",
    tutorialDate: `..${start?.slice(0, 10) ?? ""}`,
    sort: "-tutorialDate",
    page: 1,
    pageSize: 10,
  };
  const { data: rows } = useApi<Row[]>("/slips", of, { enabled });
  const before = rows?.find(
    (row) =>
      Number(row.id) !== slip.id && start !== undefined && Date.parse(String(row.tutorialDate)) < Date.parse(start),
  );
  const { data } = useApi<Slip>(`/slip/${Number(before?.id)}`, undefined, { enabled: before !== undefined });
  return data?.tutorial ? { ...data, start: data.tutorial.start } : undefined;
}

/** Fills missing ratings with the last ones; existing ratings stay. */
export function AsLastTime({ slip, last }: { slip: Slip; last: LastTime | undefined }) {
  const saved = useSlipSaved(slip);
  const [busy, attempt] = useAttempt();
  const form = useSlipForm(slip);
  if (!last) return null;
  const names = [...ratings, ...form.tracks.map(({ name }) => name)];
  const open = names.filter(
    (name) =>
      (slip[name] === null || slip[name] === "") &&
      last[name] !== null &&
      last[name] !== "" &&
      slip.may.edit.includes(name),
  );
  if (!open.length) return null;
  const fill = () =>
    attempt(async () => {
      await savesSettled();
      for (const name of open)
        saved(await api.put(pathOf(slip), { field: name, newValue: last[name], oldValue: slip[name] }));
      toast.success(`${open.length} filled as on ${formatDate(last.start)}. Change what is different`);
    });
  return (
    <Button
      className="tea-as-last"
      icon={<Icon name="history" size={14} />}
      loading={busy !== null}
      onClick={() => void fill()}
    >
      As last time ({formatDate(last.start)})
    </Button>
  );
}
