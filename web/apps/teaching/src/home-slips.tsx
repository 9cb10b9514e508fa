import { hasRole, useApi, useUser } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { EmptyState, ErrorState, formatDateTime, LoadingState } from "@staffroom/ui";
import { Link } from "react-router";
import "./style.css";

const most = 10;

/** The slips that wait for the user: for staff to review, for tutors to finish. */
export default function HomeSlips() {
  const reviews = hasRole(useUser(), "staff");
  const status = reviews ? "submitted,checked" : "saved,returned";
  const slips = useApi<Answer<"teaching", "/slips">>("/slips", { status, sort: "tutorialDate", pageSize: most });
  if (slips.error) return <ErrorState error={slips.error} compact onRetry={() => void slips.refetch()} />;
  if (!slips.data) return <LoadingState rows={4} />;
  if (!slips.data.length) return <EmptyState compact icon="clipboard-check" title="No slips wait for you" />;
  return (
    <ul className="tea-home">
      {slips.data.map((row) => (
        <li key={row.id}>
          <Link to={`/system/slips?status=${reviews ? "submitted" : "saved"}&slip=${row.id}`}>{row.student || row.course || "Invigilation"}</Link>
          <span className="sr-muted tea-home-course">{row.course}</span>
          <span className={row.isLate ? "tea-warn" : "sr-muted"}>{formatDateTime(row.tutorialDate)}</span>
        </li>
      ))}
    </ul>
  );
}
