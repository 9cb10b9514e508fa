import { useApi } from "@staffroom/api";
import { Chart, mostRibbons } from "@staffroom/chart";
import type { Answer, Figures } from "@staffroom/contract";
import { Answered, EmptyState, formatNumber, Panel, PlainTable, useAddress } from "@staffroom/ui";
import { Button, Segmented } from "antd";
import { useMemo, useState } from "react";
import { Link, useNavigate } from "react-router";
import { filtersOf, NarrowedPage, useDepartmentAndDays } from "./narrowing";
import "./style.css";

type Pairs = Answer<"teaching", "/slip/statistics/pairs">;

const list = "/slip/statistics";
const target = "/system/slips";
const kinds = { people: ["Tutor", "Student"], departments: ["Tutor's department", "Student's department"] } as const;
type Kind = keyof typeof kinds;
/** Number of table rows shown at once. */
const step = 100;

/** Returns the pairs as figures of two dimensions. A student with a tutor's name is a separate node. */
function figuresOf({ pairs }: Pairs, kind: Kind): Figures {
  const tutors = new Set(pairs.map(({ from }) => from));
  const named = (to: string) => (kind === "people" && tutors.has(to) ? `${to} (student)` : to);
  const [one, other] = kinds[kind];
  return {
    by: [
      { name: "from", title: one, type: "select" },
      { name: "to", title: other, type: "select" },
    ],
    measures: [{ name: "count", title: "Slips", type: "integer" }],
    groups: pairs.map(({ fromId, from, toId, to, slips, filters }) => ({
      keys: [fromId, toId],
      texts: [from, named(to)],
      currency: null,
      values: [slips],
      before: null,
      filters,
      keyFilters: Object.entries(filters).map(([name, value]) => ({ [name]: value })),
      beforeFilters: null,
    })),
    totals: [],
    truncated: false,
    period: null,
    asOf: null,
  };
}

/**
 * The tutors with their students, or departments with departments, by their slips: a chord, and a table with the same
 * content.
 */
export default function WhoTeachesWhom() {
  const [narrowing, narrow] = useDepartmentAndDays();
  const [address, change] = useAddress();
  const kind: Kind = address.get("by") === "departments" ? "departments" : "people";
  const query = filtersOf(narrowing, "tutorialDate");
  const pairs = useApi<Pairs>(`${list}/pairs`, { by: kind, ...query }, { staysUntilNext: true });
  const choose = (by: string) => change({ by }, { replace: true });
  return (
    <NarrowedPage
      title="Who teaches whom"
      list={list}
      narrowing={narrowing}
      onChange={narrow}
      actions={
        <Segmented
          aria-label="Between"
          value={kind}
          options={[
            { value: "people", label: "Tutors and students" },
            { value: "departments", label: "Departments" },
          ]}
          onChange={choose}
        />
      }
    >
      <Answered query={pairs} title="The slips did not load" rows={12} panel>
        {(data) =>
          data.pairs.length ? (
            <Shown key={kind} data={data} kind={kind} query={query} />
          ) : (
            <Panel>
              <EmptyState title="No slips here" text="Choose another period or department." />
            </Panel>
          )
        }
      </Answered>
    </NarrowedPage>
  );
}

function Shown({ data, kind, query }: { data: Pairs; kind: Kind; query: Record<string, string> }) {
  const navigate = useNavigate();
  const [focused, focus] = useState<string | null>(null);
  const [most, setMost] = useState(step);
  const figures = useMemo(() => figuresOf(data, kind), [data, kind]);
  const address = (filters: Record<string, string>) =>
    `${target}?${new URLSearchParams({ ...query, ...filters }).toString()}`;
  const { pairs, allPairs, allSlips } = data;
  const drawn = pairs.slice(0, mostRibbons).reduce((sum, { slips }) => sum + slips, 0);
  const [one, other] = kinds[kind];
  return (
    <div className="tea-pairs">
      <Panel>
        <p className="sr-muted">
          {allPairs > mostRibbons
            ? `The ${mostRibbons} largest of ${formatNumber(allPairs)} pairs are drawn, with ${formatNumber(drawn)} of ${formatNumber(allSlips)} slips. The others are one grey ribbon, a quarter as wide as these at most.`
            : `${formatNumber(allSlips)} slips of ${formatNumber(allPairs)} pairs.`}
        </p>
        <Chart
          label={`Slips by ${one.toLowerCase()} and ${other.toLowerCase()}`}
          figures={figures}
          kind="chord"
          height={560}
          focused={focused}
          onPick={(filters) => void navigate(address(filters))}
        />
      </Panel>
      <Panel>
        <div className="tea-pairs-table">
          <PlainTable
            caption={
              <span className="sr-visually-hidden">{`Slips by ${one.toLowerCase()} and ${other.toLowerCase()}`}</span>
            }
            rows={pairs.slice(0, most)}
            keyOf={({ fromId, toId }) => `${fromId} ${toId}`}
            rowProps={({ from }) => ({
              onMouseEnter: () => focus(from),
              onMouseLeave: () => focus(null),
              onFocus: () => focus(from),
              onBlur: () => focus(null),
              "data-dimmed": (focused !== null && focused !== from) || undefined,
            })}
            columns={[
              { title: one, head: true, cell: ({ from }) => from },
              { title: other, cell: ({ to }) => to },
              {
                title: "Slips",
                num: true,
                cell: ({ from, to, slips, filters }) => (
                  <Link to={address(filters)} aria-label={`${from}, ${to}: ${formatNumber(slips)} slips`}>
                    {formatNumber(slips)}
                  </Link>
                ),
              },
            ]}
          />
          {most < pairs.length && (
            <Button type="link" onClick={() => setMost(most + 4 * step)}>
              Show more pairs
            </Button>
          )}
          {most >= pairs.length && allPairs > pairs.length && (
            <p className="sr-muted">
              The {formatNumber(allPairs - pairs.length)} smallest pairs are not listed: choose a shorter period or a
              department.
            </p>
          )}
        </div>
      </Panel>
    </div>
  );
}
