import { useApi, useListMeta } from "@staffroom/api";
import { Chart, FigureTable } from "@staffroom/chart";
import type { Figures } from "@staffroom/contract";
import { useNarrowing } from "@staffroom/screen";
import { Answered, EmptyState, PageHeader, Panel } from "@staffroom/ui";
import { Segmented, Select } from "antd";
import { useNavigate } from "react-router";

const steps = [
  { value: "day", label: "By day" },
  { value: "week", label: "By week" },
  { value: "month", label: "By month" },
];
/** A period short enough for a readable chart with this step. */
const periods: Readonly<Record<string, number>> = { day: 60, week: 365, month: 1095 };
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** `/compliance/missing/over`: how much data was missing at the end of each past day; a day leads to its rows. */
export default function MissingOverTime() {
  const [narrowing, narrow] = useNarrowing(["step", "kind"]);
  const navigate = useNavigate();
  const step = narrowing.step in periods ? narrowing.step : "week";
  const { kind } = narrowing;
  const { data: meta } = useListMeta("/compliance/missing");
  const kinds = meta?.filters?.find(({ name }) => name === "kind")?.options ?? [];
  const query = useApi<Figures>(
    "/compliance/missing/over",
    { step, since: dayBefore(periods[step] ?? 365), ...(kind ? { kind } : {}) },
    { staysUntilNext: true },
  );
  const pick = (filters: Record<string, string>) =>
    void navigate(`/compliance/missing?${new URLSearchParams(filters).toString()}`);
  const label = "Missing data over time";
  return (
    <>
      <PageHeader
        title={label}
        actions={
          <>
            <Select
              aria-label="Of"
              value={kind}
              popupMatchSelectWidth={false}
              options={[
                { value: "", label: "All kinds" },
                ...kinds.map((one) => ({ value: String(one.value), label: one.label })),
              ]}
              onChange={(value) => narrow({ kind: value })}
            />
            <Segmented
              aria-label="Steps"
              value={step}
              options={steps}
              onChange={(value) => narrow({ step: value === "week" ? "" : value })}
            />
          </>
        }
      />
      <Answered query={query} title="The figures did not load" rows={10} panel>
        {(figures) =>
          figures.groups.some(({ values }) => values[0]) ? (
            <Panel>
              <Chart label={label} figures={figures} kind="line" onPick={pick} />
              <FigureTable caption={label} figures={figures} onPick={pick} />
            </Panel>
          ) : (
            <Panel>
              <EmptyState icon="chart" title="Nothing was missing" text="Requirements are under Setup." />
            </Panel>
          )
        }
      </Answered>
    </>
  );
}
