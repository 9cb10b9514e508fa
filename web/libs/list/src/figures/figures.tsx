import { useApi } from "@staffroom/api";
import { Chart, currenciesIn, FigureTable, formatFigure } from "@staffroom/chart";
import { chartKinds, type ChartKind, type Figures as FiguresOf, type ListMeta } from "@staffroom/contract";
import { ErrorState, formatDate, LoadingState, StatePanel, Toggle, useAddress } from "@staffroom/ui";
import { Select } from "antd";
import { DayPicker } from "../filters/day-picker";
import { chartIn, figureParameters, figuresAsked, knownFigures } from "./asked";

const kindNames: Record<ChartKind, string> = {
  columns: "Columns",
  bars: "Bars",
  line: "Line",
  area: "Area",
  pie: "Pie",
  heat: "Heat map",
  chord: "Chord",
};
export type FiguresProps = { path: string; meta: ListMeta; query: Record<string, string>; title: string };

/** Kinds that need two dimensions. */
const ofTwo = new Set<ChartKind>(["heat", "chord"]);

/** A list's figures for its filters, chosen in the address: a chart, and a table with the same content. */
export default function Figures({ path, meta, query, title }: FiguresProps) {
  const [address, change] = useAddress();
  const { day, ...known } = knownFigures(meta, address);
  const { dated, ...wanted } = figuresAsked(meta, address, query);
  const by = wanted.by.split(",").filter(Boolean);
  const { sum } = wanted;
  const kind = chartIn(address);
  const compared = !!wanted.compare;
  const asked = { ...query, ...wanted };
  const answer = useApi<FiguresOf>(`${path}/figures`, asked, { staysUntilNext: true, enabled: by.length > 0 });

  const put = (name: (typeof figureParameters)[number], value: string) => change({ [name]: value }, { replace: true });
  const pick = (filters: Record<string, string>) =>
    change((before) => {
      for (const name of figureParameters) before.delete(name);
      for (const [name, value] of Object.entries(filters)) before.set(name, value);
      before.delete("page");
      before.delete("after");
      return before;
    });
  const choice = (
    label: string,
    value: string,
    options: { value: string; label: string }[],
    onChange: (value: string) => void,
  ) => (
    <label className="sr-figures-choice">
      <span>{label}</span>
      <Select
        size="small"
        aria-label={label}
        value={value}
        options={options}
        onChange={onChange}
        popupMatchSelectWidth={false}
        showSearch={{ optionFilterProp: "label" }}
      />
    </label>
  );
  const dimensions = known.by.map(({ name, title: text }) => ({ value: name, label: text }));
  const figures = answer.data;
  const measure = figures && figures.measures.length > 1 ? 1 : 0;
  const what = figures
    ? `${title}: ${figures.measures[measure]?.title ?? ""}, ${figures.by.map((one) => one.title).join(", ")}`
    : title;

  return (
    <section className="sr-figures" aria-label={`Figures of ${title}`} aria-busy={answer.isFetching}>
      <div className="sr-figures-choices">
        {choice("By", by[0] ?? "", dimensions, (first) =>
          put("figures", [...new Set([first, ...by.slice(1)])].join(",")),
        )}
        {choice(
          "and",
          by[1] ?? "",
          [{ value: "", label: "Nothing else" }, ...dimensions.filter(({ value }) => value !== by[0])],
          (second) => put("figures", [by[0], second].filter(Boolean).join(",")),
        )}
        {known.sums.length > 0 &&
          choice(
            "Measure",
            sum ?? "",
            [
              { value: "", label: "Number" },
              ...known.sums.map(({ name, title: text }) => ({ value: name, label: text })),
            ],
            (value) => put("measure", value),
          )}
        {choice(
          "Drawn as",
          kind,
          chartKinds
            .filter((one) => by.length > 1 || !ofTwo.has(one))
            .map((value) => ({ value, label: kindNames[value] })),
          (value) => put("chart", value === "columns" ? "" : value),
        )}
        {meta.figures?.asOf && (
          <span className="sr-figures-choice">
            <span aria-hidden>As of</span>
            <DayPicker label="As of" placeholder="Today" value={day} onChange={(value) => put("asOf", value)} />
          </span>
        )}
        {dated && (
          <Toggle on={compared} onChange={(on) => put("compare", on ? "before" : "")}>
            Compare with the previous period
          </Toggle>
        )}
      </div>
      {answer.error && !figures ? (
        <ErrorState error={answer.error} title="The figures did not load" onRetry={() => void answer.refetch()} />
      ) : !figures ? (
        <LoadingState rows={8} />
      ) : !figures.groups.length ? (
        <StatePanel icon="search" title="Nothing to count" text="Try fewer filters." />
      ) : (
        <>
          {figures.truncated && (
            <p className="sr-figures-note">
              There are more groups than are shown: choose a longer period or more filters.
            </p>
          )}
          <p className="sr-figures-totals">
            {figures.totals.map((total) => (
              <b key={total.currency ?? ""}>
                {formatFigure(figures, measure, total.values[measure] ?? 0, total.currency)}
              </b>
            ))}
            <span className="sr-muted">
              {" "}
              {(measure ? (figures.measures[measure]?.title ?? "") : title).toLowerCase()}
              {figures.asOf ? ` at the end of ${formatDate(figures.asOf)}` : ""}
              {figures.period
                ? `, ${formatDate(figures.period.from)} to ${formatDate(figures.period.to)}; before: ${formatDate(figures.period.beforeFrom)} to ${formatDate(figures.period.beforeTo)}`
                : ""}
            </span>
          </p>
          {currenciesIn(figures).map((currency) => (
            <Chart
              key={currency ?? ""}
              label={currency ? `${what}, ${currency}` : what}
              figures={figures}
              kind={ofTwo.has(kind) && by.length < 2 ? "columns" : kind}
              measure={measure}
              currency={currency}
              onPick={pick}
            />
          ))}
          <div className="sr-figures-rows">
            <FigureTable caption={what} figures={figures} onPick={pick} />
          </div>
        </>
      )}
    </section>
  );
}
