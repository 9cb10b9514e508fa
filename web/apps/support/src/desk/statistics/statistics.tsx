import type { CellRenderer, Row } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { formatNumber } from "@staffroom/ui";
import { Link } from "react-router";
import { rowsOf } from "./rows";

/** A number that opens the tickets behind it; `called` names them. */
const linked =
  (filters: Record<string, string>, called: string): CellRenderer =>
  (value: unknown, row: Row) => {
    if (value === null || value === undefined) return null;
    const shown = formatNumber(Number(value));
    return Number(value) ? (
      <Link to={rowsOf(row, filters)} aria-label={`${String(row.person)}: ${shown} ${called}`}>
        {shown}
      </Link>
    ) : (
      shown
    );
  };

const answered = { firstAnswer: "hour,hours4,hours8,hours24,longer", since: "first" };
const resolved = { status: "resolved", since: "first" };

const cells = {
  open: linked({ open: "true" }, "open"),
  overdue: linked({ overdue: "true" }, "overdue"),
  raised: linked({ since: "first" }, "raised"),
  answered: linked(answered, "answered"),
  answerMedian: linked(answered, "hours to the first answer, half of them sooner"),
  answerMost: linked(answered, "hours to the first answer, nine of ten sooner"),
  resolved: linked(resolved, "resolved"),
  resolveMedian: linked(resolved, "working hours to the solution, half of them sooner"),
  resolveMost: linked(resolved, "working hours to the solution, nine of ten sooner"),
  keptShare: linked({ level: "kept", since: "first" }, "per cent of service levels kept"),
  missed: linked({ level: "missed", since: "first" }, "service levels missed"),
  reopened: linked({ reopened: "true", since: "first" }, "reopened"),
  rating: linked({ rating: "1,2,3,4,5", since: "first" }, "on average of the ratings"),
  rated: linked({ rating: "1,2,3,4,5", since: "first" }, "ratings"),
};

/** Load, times, service levels and ratings by team and person; each number opens its tickets. */
export default function TicketStatistics() {
  return (
    <ListScreen
      path="/v2/support/statistics"
      cells={cells}
      readOnly
      emptyText="Tickets of your team will be counted here."
    />
  );
}
