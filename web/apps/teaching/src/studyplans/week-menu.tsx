import { api } from "@staffroom/api";
import { Icon, toast, useAttempt, useDialogs } from "@staffroom/ui";
import { Button, Dropdown } from "antd";
import { useState } from "react";
import { MoveWeek, takesContents } from "./move-week";
import type { PlanWeek } from "./types";
import { mayPush, usePush, type PushProps } from "./use-push";
import { WeekDialog } from "./week-dialog";
import { weekName } from "./week-parts";

/** The actions of a week; with `inGrid` the grid moves the focus to the button, not Tab. */
export function WeekMenu({ week, found, reload, onPushed, inGrid }: PushProps & { week: PlanWeek; inGrid?: boolean }) {
  const [opened, setOpened] = useState<"edit" | "moveTo" | null>(null);
  const close = () => setOpened(null);
  const { askDelete } = useDialogs();
  const [busy, attempt] = useAttempt();
  const push = usePush({ found, reload, onPushed });
  const remove = async () => {
    if (!(await askDelete(weekName(week)))) return;
    await attempt(async () => {
      await api.delete(`/v2/studyplanweek/${week.id}`);
      await reload();
      toast.success("Week deleted");
    });
  };
  const add = () =>
    attempt(async () => {
      await api.post("/v2/studyplanweek", {
        studyPlanId: found.plan?.id,
        status: "planned",
        week: week.week,
        ISOWeek: week.ISOWeek,
        content: "",
      });
      await reload();
      toast.success("Week added");
    });
  const isFixed = !mayPush(found, week);
  const work = {
    edit: () => setOpened("edit"),
    moveTo: () => setOpened("moveTo"),
    insert: () => push.insert(week),
    move: () => push.move(week),
    add,
    remove,
  };
  return (
    <>
      <Dropdown
        trigger={["click"]}
        autoFocus
        menu={{
          items: [
            { key: "edit", label: "State and students" },
            { key: "moveTo", label: "Move content to week…", disabled: !takesContents(week) || !week.content },
            { key: "insert", label: "Insert and push down", disabled: isFixed },
            { key: "move", label: "Move the rest by a week", disabled: isFixed },
            { key: "add", label: "Add a line for this week" },
            { key: "remove", label: "Delete week", danger: true },
          ],
          onClick: ({ key }) => void work[key as keyof typeof work](),
        }}
      >
        <Button
          size="small"
          type="text"
          tabIndex={inGrid ? -1 : undefined}
          loading={busy !== null || push.isBusy}
          aria-label={`More of ${weekName(week)}`}
          icon={<Icon name="more" size={15} />}
        />
      </Dropdown>
      {opened === "edit" && (
        <WeekDialog week={week} title={weekName(week)} found={found} reload={reload} onClose={close} />
      )}
      {opened === "moveTo" && (
        <MoveWeek
          week={week}
          found={found}
          reload={reload}
          onMoved={(changes) => onPushed?.(changes, null)}
          onClose={close}
        />
      )}
    </>
  );
}
