import { api, useRecord } from "@staffroom/api";
import { toast, useAttempt, useDialogs } from "@staffroom/ui";
import { Button } from "antd";
import type { GivenHomework, SetHomework } from "./types";

type Props = { homework: GivenHomework; onDone: () => void };

/** Sets saved homework for all of its students, if there are several. */
export function SetForAll({ homework, onDone }: Props) {
  const { data } = useRecord<SetHomework>(`/homework/${homework.homework.id}`);
  const dialogs = useDialogs();
  const [busy, run] = useAttempt();
  const saved = data?.students.filter(({ status }) => status === "saved") ?? [];
  if (saved.length < 2) return null;
  const set = async () => {
    const text = `Are you sure you wish to set the work? ${saved.length} students get it.`;
    if (!(await dialogs.ask({ title: "Set homework", text, yes: "Set homework" }))) return;
    const isDone = await run(async () => {
      for (const { hwsId } of saved) await api.post(`/v2/homework/${hwsId}/set`, {});
    });
    if (isDone) toast.success(`Homework set for ${saved.length} students`);
    onDone();
  };
  return (
    <Button
      type="primary"
      loading={busy !== null}
      onClick={() => void set()}
    >{`Set for ${saved.length} students`}</Button>
  );
}
