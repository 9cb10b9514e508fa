import { api } from "@staffroom/api";
import { savesSettled } from "@staffroom/form";
import type { CellChange } from "@staffroom/grid";
import { formatDate, toast, useAttempt, useDialogs } from "@staffroom/ui";
import { contentNow } from "./save-weeks";
import type { CoursePlan, Moved, PlanWeek } from "./types";

export type PushProps = {
  found: CoursePlan;
  reload: () => Promise<void>;
  /** Called with the moved contents, and with the empty week if one was inserted. */
  onPushed?: (changes: CellChange[], inserted: PlanWeek | null) => void;
};

/** Returns the weeks that move with this one: those for all students, without weeks in which nothing is taught. */
const restFrom = (found: CoursePlan, week: PlanWeek): PlanWeek[] =>
  found.weeks.filter(({ start, status, cwsIds }) => start >= week.start && status !== "closed" && !cwsIds.length);

/** True if contents can move on from this week: it is taught to all and another such week follows. */
export const mayPush = (found: CoursePlan, week: PlanWeek): boolean =>
  week.status !== "closed" && !week.cwsIds.length && restFrom(found, week).length > 1;

/**
 * Moves the contents from a week on by one week, with Undo: after a preview, or directly to write into the emptied
 * week.
 */
export function usePush({ found, reload, onPushed }: PushProps) {
  const { ask } = useDialogs();
  const [busy, attempt] = useAttempt();
  const plan = found.plan?.id;
  const courseId = found.course.id;
  const push = async (week: PlanWeek, isInsert: boolean) => {
    // The call moves what the server has.
    await savesSettled();
    await attempt(async () => {
      const { before } = await api.post<Moved>(`/v2/studyplan/${plan}/move`, { fromWeekId: week.id });
      await reload();
      onPushed?.(
        before.map(({ id, content }) => ({
          row: id,
          name: "content",
          before: content,
          value: contentNow(courseId, id),
        })),
        isInsert ? week : null,
      );
      toast.undoable(
        isInsert ? "The rest was pushed down by a week" : "The rest moved by a week",
        () =>
          void attempt(async () => {
            await api.put(`/v2/studyplan/${plan}/weeks`, { weeks: before });
            await reload();
            toast.success("The weeks are as before");
          }),
        { subject: `plan ${plan}` },
      );
    }, "push");
  };
  const ofTwo = (week: PlanWeek) => {
    const last = restFrom(found, week).at(-1);
    return last?.content ? <p>The last week, {formatDate(last.start)}, then has the content of two weeks.</p> : null;
  };
  return {
    isBusy: busy !== null,
    move: async (week: PlanWeek) => {
      const count = restFrom(found, week).length - 1;
      const text = (
        <>
          <p>
            The content of {count} {count === 1 ? "week moves" : "weeks moves"} on by one week, from{" "}
            {formatDate(week.start)}. Weeks without teaching are left out.
          </p>
          {ofTwo(week)}
        </>
      );
      if (await ask({ title: "Move the rest by a week?", text, yes: "Move the rest" })) await push(week, false);
    },
    insert: async (week: PlanWeek) => {
      const text = ofTwo(week);
      if (!text || (await ask({ title: "Insert and push down?", text, yes: "Insert and push down" })))
        await push(week, true);
    },
  };
}
