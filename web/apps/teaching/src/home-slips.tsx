import { hasRole, useUser } from "@staffroom/api";
import type { RowOf } from "@staffroom/contract";
import { HomeList } from "@staffroom/screen";
import { formatDateTime } from "@staffroom/ui";
import { Link } from "react-router";
import "./style.css";

/** The slips that wait for the user: for staff to review, for tutors to finish. */
export default function HomeSlips() {
  const reviews = hasRole(useUser(), "staff");
  const query = { status: reviews ? "submitted,checked" : "saved,returned", sort: "tutorialDate" };
  return (
    <HomeList<RowOf<"teaching", "/slips">> path="/slips" query={query} icon="clipboard-check" empty="No slips wait for you" className="tea-home">
      {(row) => (
        <>
          <Link to={`/system/slips?status=${reviews ? "submitted" : "saved"}&slip=${row.id}`}>{row.student || row.course || "Invigilation"}</Link>
          <span className="sr-muted tea-home-course">{row.course}</span>
          <span className={row.isLate ? "tea-warn" : "sr-muted"}>{formatDateTime(row.tutorialDate)}</span>
        </>
      )}
    </HomeList>
  );
}
