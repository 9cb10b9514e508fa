import { today } from "@staffroom/screen";
import { formatDate, Icon, plural } from "@staffroom/ui";
import { Button } from "antd";
import { behindText, examIn, type CoursePlan, type PlanWeek } from "./types";
import { mayPush, usePush } from "./use-push";
import { weekName } from "./week-parts";

const upToDate: readonly string[] = ["ahead", "onTrack"];
const late: readonly string[] = ["notonTrack", "behind", "farBehind"];

/**
 * The first week whose content the students furthest behind still have to do, and which moves with the rest (`pace.py`
 * counts them).
 */
export function firstBehind(found: CoursePlan, day: string): PlanWeek | undefined {
  const most = Math.max(0, ...found.students.map(({ weeksBehind }) => weeksBehind));
  const student = most > 0 && found.students.find(({ weeksBehind }) => weeksBehind === most);
  if (!student) return undefined;
  const past = found.weeks.filter(({ start }) => start <= day);
  const of = (week: PlanWeek) => week.students.find(({ cwsId }) => cwsId === student.cwsId);
  const last = past.findLast((week) => upToDate.includes(of(week)?.ot ?? ""))?.start ?? "";
  const counts = (week: PlanWeek) =>
    late.includes(of(week)?.ot ?? "") || (of(week)?.missed && (of(week)?.ot ?? "na") === "na");
  return past.find((week) => week.start > last && counts(week) && mayPush(found, week));
}

/**
 * Students who are behind the plan or whose last content is after the exam, the remaining study weeks, and a button
 * that moves the rest; nothing if all are on time.
 */
export function Behind({ found, reload }: { found: CoursePlan; reload: () => Promise<void> }) {
  const push = usePush({ found, reload });
  const behind = found.students.filter(({ weeksBehind }) => weeksBehind > 0);
  const late = found.students.filter((student) => student.late);
  if (!behind.length && !late.length) return null;
  const most = Math.max(0, ...behind.map(({ weeksBehind }) => weeksBehind));
  const pace = [
    behindText(most),
    examIn(found.course.firstExam, today()) && `the exam is ${examIn(found.course.firstExam, today())}`,
  ]
    .filter(Boolean)
    .join(", ");
  const ends = late
    .map(({ planEnds }) => planEnds ?? "")
    .toSorted()
    .at(-1);
  const left = new Set(
    found.weeks.filter(({ start, status }) => start > today() && status !== "closed").map(({ start }) => start),
  ).size;
  const from = found.may.edit ? firstBehind(found, today()) : undefined;
  return (
    <div className="tea-behind" role="note">
      <Icon name="alert" size={15} />
      <span>
        <b>{`${pace.charAt(0).toUpperCase()}${pace.slice(1)}.`}</b>{" "}
        {behind.length > 0 && behind.length < found.students.length && `${behind.map(({ name }) => name).join(", ")}. `}
        {ends && <b>{`Too late for the exam: the last content comes in the week of ${formatDate(ends)}. `}</b>}
        {left
          ? `${plural(left, "study week")} of the year ${left === 1 ? "is" : "are"} left.`
          : "No study week of the year is left."}
      </span>
      {from && (
        <Button
          size="small"
          loading={push.isBusy}
          onClick={() => void push.move(from)}
        >{`Move the rest from ${weekName(from)}, ${formatDate(from.start)}`}</Button>
      )}
    </div>
  );
}
