import { useApi } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { locale } from "@staffroom/language";
import { FigurePanel } from "@staffroom/screen";
import { Answered, formatNumber, PlainTable } from "@staffroom/ui";
import { Link } from "react-router";
import { FigureSection, filtersOf, NarrowedPage, useDepartmentAndDays } from "./narrowing";
import "./style.css";
import { daysOf } from "./days";

type Times = Answer<"teaching", "/slip/statistics/times">[number];

const list = "/slip/statistics";
const target = "/system/slips";
const monthLabel = new Intl.DateTimeFormat(locale, { month: "short", year: "numeric", timeZone: "UTC" });

/** Formats `3.5 h`, from three days on `4.2 days`. */
export function span(hours: number | null): string {
  if (hours === null) return "–";
  return hours < 72 ? `${formatNumber(hours)} h` : `${formatNumber(Math.round(hours / 2.4) / 10)} days`;
}

/** Slips by status, week, department and tutor, and how long they take; each figure links to its slips. */
export default function SlipStatistics() {
  const [narrowing, narrow] = useDepartmentAndDays();
  const query = filtersOf(narrowing, "tutorialDate");
  const panel = { list, query, target };
  return (
    <NarrowedPage title="Slip statistics" list={list} narrowing={narrowing} onChange={narrow}>
      <div className="tea-statistics-grid">
        <FigurePanel {...panel} title="Slips by status" by="status" kind="bars" />
        <FigurePanel {...panel} title="Slips by department" by="departmentId,status" />
      </div>
      <FigurePanel {...panel} title="Slips by week of the tutorial" by="tutorialDate.week,status" />
      <FigurePanel {...panel} title="Slips by tutor" by="tutorId" kind="bars" most={20} />
      <Waiting query={query} />
    </NarrowedPage>
  );
}

/** Time from the end of the tutorial to the submission, and from there to the approval. */
function Waiting({ query }: { query: Record<string, string> }) {
  const times = useApi<Times[]>(`${list}/times`, query, { staysUntilNext: true });
  return (
    <FigureSection
      title="Time to submission and approval"
      note="Half of the slips took no longer than the median, nine in ten no longer than the 90th percentile. Months are those of the tutorials."
    >
      <Answered query={times} title="The times did not load" rows={6}>
        {(times) => (
          <div className="tea-statistics-grid">
            <TimesTable of="Department" query={query} rows={times.filter(({ month }) => month === null)} />
            <TimesTable
              of="Month"
              query={query}
              rows={times.filter(({ departmentId, month }) => departmentId === null && month !== null).toReversed()}
            />
            <details className="tea-statistics-wide">
              <summary>By department and month</summary>
              <TimesTable
                of="Department and month"
                query={query}
                rows={times.filter(({ departmentId, month }) => departmentId !== null && month !== null)}
              />
            </details>
          </div>
        )}
      </Answered>
    </FigureSection>
  );
}

const labelOf = ({ department, month }: Times) =>
  [department, month && monthLabel.format(new Date(`${month}-01T00:00:00Z`))].filter(Boolean).join(", ") || "All";

function TimesTable({ of, rows, query }: { of: string; rows: Times[]; query: Record<string, string> }) {
  const to = ({ departmentId, month }: Times, more: Record<string, string>) => {
    const filters = {
      ...query,
      ...(departmentId === null ? {} : { departmentId: String(departmentId) }),
      ...(month ? { tutorialDate: daysOf(month, query.tutorialDate) } : {}),
      handedIn: "true",
      ...more,
    };
    return `${target}?${new URLSearchParams(filters).toString()}`;
  };
  const count = (row: Times, number: number, what: string, more: Record<string, string>) => (
    <Link to={to(row, more)} aria-label={`${labelOf(row)}: ${formatNumber(number)} ${what}`}>
      {formatNumber(number)}
    </Link>
  );
  return (
    <PlainTable<Times>
      stacks
      caption={<span className="sr-visually-hidden">{`Time by ${of.toLowerCase()}`}</span>}
      className="sr-table tea-times"
      rows={rows}
      keyOf={({ departmentId, month }) => `${departmentId} ${month}`}
      empty="No slip was handed in."
      columns={[
        { title: of, head: true, cell: labelOf },
        { title: "Handed in", num: true, cell: (row) => count(row, row.submitted, "handed in", {}) },
        { title: "Median", num: true, cell: ({ submissionMedian }) => span(submissionMedian) },
        { title: "90th percentile", num: true, cell: ({ submissionNinety }) => span(submissionNinety) },
        { title: "Approved", num: true, cell: (row) => count(row, row.approved, "approved", { status: "approved" }) },
        { title: "Median, approval", num: true, cell: ({ approvalMedian }) => span(approvalMedian) },
        { title: "90th, approval", num: true, cell: ({ approvalNinety }) => span(approvalNinety) },
      ]}
    />
  );
}
