import { api, useApi } from "@staffroom/api";
import type { Answer, Figures } from "@staffroom/contract";
import { useKey } from "@staffroom/list";
import { PageLink } from "@staffroom/screen";
import { plural, toast, useAttempt, useDialogs, useKeyHelp, type KeyHelp } from "@staffroom/ui";
import { Button } from "antd";
import dayjs from "dayjs";

/** The number of past days whose late reports are counted and reminded of. */
export const missingDays = 60;
const remindKey = "L";
const keys: readonly KeyHelp[] = [[["Shift", remindKey], "Remind all who are late with a report"]];
const owed = ["called", "saved", "returned"];

/** `3 of 41 missing`, of the reports due now or within the last 60 days, and the reminder for all late tutors. */
export function MissingReports() {
  const from = dayjs().subtract(missingDays, "day").format("YYYY-MM-DD");
  const { data } = useApi<Figures>("/reports/figures", { by: "status", deadline: `${from}..` });
  const counts = (data?.groups ?? []).map(({ keys, values }) => [String(keys[0]), Number(values[0])] as const);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  if (!total) return null;
  const missing = counts.filter(([status]) => owed.includes(status)).reduce((sum, [, count]) => sum + count, 0);
  return (
    <>
      <PageLink
        to={`/system/reports?status=${owed.join(",")}&deadline=${from}..`}
      >{`${missing} of ${total} missing`}</PageLink>
      {missing > 0 && <RemindLate from={from} />}
    </>
  );
}

/** Reminds the tutors of every late report, in one notice each. It asks first, with the number of both. */
function RemindLate({ from }: { from: string }) {
  const dialogs = useDialogs();
  const [busy, attempt] = useAttempt();
  const remind = async () => {
    const query = { by: "tutorId", status: owed.join(","), isLate: "true", deadline: `${from}..` };
    const { groups } = await api.get<Figures>("/reports/figures", { query });
    const late = groups.reduce((sum, { values }) => sum + Number(values[0]), 0);
    if (!late) return void toast.success("No report is late");
    const text = `${plural(groups.length, "tutor")} will be reminded of ${plural(late, "late report")}, in one notice each.`;
    if (
      !(await dialogs.ask({ title: "Remind all who are late?", text, yes: `Remind ${plural(groups.length, "tutor")}` }))
    )
      return;
    const { writers, reports } =
      await api.post<Answer<"teaching", "/report/remind/late", "post">>("/report/remind/late");
    toast.success(`${plural(writers, "tutor")} reminded of ${plural(reports, "report")}`);
  };
  useKeyHelp(keys);
  useKey(remindKey, () => void attempt(remind));
  return (
    <>
      {" "}
      <Button
        size="small"
        aria-keyshortcuts={`Shift+${remindKey}`}
        title={`Shift+${remindKey}`}
        loading={busy !== null}
        onClick={() => void attempt(remind)}
      >
        Remind all who are late
      </Button>
    </>
  );
}
