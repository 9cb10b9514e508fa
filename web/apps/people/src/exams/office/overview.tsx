import { useApi, useListPage } from "@staffroom/api";
import type { RowOf } from "@staffroom/contract";
import { ChoiceTag } from "@staffroom/screen";
import { Answered, formatDate, formatNumber, PageHeader, Panel, PlainTable } from "@staffroom/ui";
import dayjs from "dayjs";
import { Link } from "react-router";
import "../style.css";

type Series = RowOf<"people", "/system/examseries">;
type Deadline = RowOf<"people", "/exams/deadlines">;
type Waiting = { title: string; list: string; query?: Record<string, string>; screen?: string };

/** Lists whose rows the office handles; the screen is the list's screen unless another is named. */
const waits: readonly Waiting[] = [
  { title: "Candidates who sit a paper today", list: "/exams/day", screen: "/exams/day2day" },
  { title: "Anomalies of entries", list: "/exams/anomalies", screen: "/exams/a2c-anomalies" },
  { title: "Entries that are planned", list: "/exams/entries", query: { status: "planned" } },
  { title: "Sessions without enough invigilators", list: "/exams/sessions", query: { unstaffed: "true" } },
  { title: "Invigilators who have not answered", list: "/exams/invigilation", query: { status: "invited" } },
  { title: "Papers that are not here in time", list: "/exams/papers", query: { lateArrival: "true" } },
  { title: "Scripts that were not dispatched", list: "/exams/papers", query: { unsent: "true" } },
  { title: "Access arrangements without approval", list: "/exams/access", query: { approved: "false" } },
];

/** The number of waiting rows in a list, with a link to its screen. */
function Waits({ title, list, query, screen = list }: Waiting) {
  const { data } = useListPage(list, { ...query, page: 1, pageSize: 10 });
  return (
    <li data-none={data?.total === 0 || undefined}>
      <b className="sr-num">{data ? formatNumber(data.total) : "…"}</b>{" "}
      <Link to={query ? `${screen}?${new URLSearchParams(query).toString()}` : screen}>{title}</Link>
    </li>
  );
}

/** The exams office at a glance: the phase of each series, tasks, and the deadlines of the next weeks. */
export default function Overview() {
  const series = useApi<Series[]>("/system/examseries", {
    state: "planned,entries,entered,running,results",
    page: 1,
    pageSize: 25,
    sort: "-year",
  });
  const day = dayjs();
  const soon = `${day.format("YYYY-MM-DD")}..${day.add(21, "day").format("YYYY-MM-DD")}`;
  const deadlines = useApi<Deadline[]>("/exams/deadlines", { dueOn: soon, page: 1, pageSize: 25, sort: "dueOn" });
  return (
    <div className="exam-stack">
      <PageHeader title="Exams office" />
      <section aria-label="What waits">
        <ul className="exam-waits sr-bare">
          {waits.map((one) => (
            <Waits key={one.title} {...one} />
          ))}
        </ul>
      </section>
      <Panel title="Open series" extra={<Link to="/exams/series">All series</Link>}>
        <Answered query={series} title="The series did not load" rows={4}>
          {(rows) => (
            <PlainTable<Series>
              stacks
              rows={rows}
              empty="No series is open. Add one under Exam series."
              columns={[
                {
                  title: "Series",
                  head: true,
                  cell: ({ id, name }) => <Link to={`/exams/series/${id}/exams`}>{name}</Link>,
                },
                {
                  title: "Kind",
                  cell: ({ type }) => <ChoiceTag of="/system/examseries/columns" name="type" value={type} />,
                },
                {
                  title: "Phase",
                  cell: ({ state }) => <ChoiceTag of="/system/examseries/columns" name="state" value={state} />,
                },
                { title: "Exams", num: true, cell: ({ exams }) => formatNumber(exams) },
                {
                  title: "Entries",
                  cell: ({ id, name }) => (
                    <Link to={`/exams/series/${id}/grid`} aria-label={`Entry grid of ${name}`}>
                      Entry grid
                    </Link>
                  ),
                },
              ]}
            />
          )}
        </Answered>
      </Panel>
      <Panel title="Deadlines of the next three weeks" extra={<Link to="/exams/deadlines">All deadlines</Link>}>
        <Answered query={deadlines} title="The deadlines did not load" rows={4}>
          {(rows) => (
            <PlainTable<Deadline>
              stacks
              rows={rows}
              empty="Nothing is due in the next three weeks. Dates are entered under Exam deadlines."
              columns={[
                { title: "Due", head: true, cell: ({ dueOn }) => formatDate(dueOn) },
                {
                  title: "What is due",
                  cell: ({ kind }) => <ChoiceTag of="/exams/deadlines/columns" name="kind" value={kind} />,
                },
                { title: "Board", cell: ({ board }) => board },
                { title: "Series", cell: ({ series: name }) => name },
                {
                  title: "Still missing",
                  num: true,
                  cell: ({ id, missing }) =>
                    missing ? (
                      <Link className="exam-number" to={`/exams/entries?missingFor=${id}`}>
                        {formatNumber(missing)}
                      </Link>
                    ) : (
                      formatNumber(0)
                    ),
                },
              ]}
            />
          )}
        </Answered>
      </Panel>
    </div>
  );
}
