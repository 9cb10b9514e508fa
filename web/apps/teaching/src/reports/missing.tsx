import { useApi } from "@staffroom/api";
import type { Figures } from "@staffroom/contract";
import { PageLink } from "@staffroom/screen";
import dayjs from "dayjs";

const days = 60;
const owed = ["called", "saved", "returned"];

/** `3 of 41 missing`, of the reports that are due or were within the last 60 days. */
export function MissingReports() {
  const from = dayjs().subtract(days, "day").format("YYYY-MM-DD");
  const { data } = useApi<Figures>("/reports/figures", { by: "status", deadline: `${from}..` });
  const counts = (data?.groups ?? []).map(({ keys, values }) => [String(keys[0]), Number(values[0])] as const);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  if (!total) return null;
  const missing = counts.filter(([status]) => owed.includes(status)).reduce((sum, [, count]) => sum + count, 0);
  return <PageLink to={`/system/reports?status=${owed.join(",")}&deadline=${from}..`}>{`${missing} of ${total} missing`}</PageLink>;
}
