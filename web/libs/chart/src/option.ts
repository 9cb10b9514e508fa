import type { FigureGroup } from "@staffroom/contract";
import { chartColors, colorIn } from "@staffroom/ui";
import type { EChartsCoreOption } from "echarts/core";
import { chordOf } from "./chord";
import { formatFigure, shortFigure } from "./figure";
import { legendGap, legendOf, letter } from "./legend";
import { keyOf, valuesOf, type Mark, type Plot } from "./plot";

const font = "'Geist Variable', system-ui, sans-serif";

/** Returns the lowest and highest points of columns and lines; stacked ones are summed. */
function reachOf(series: readonly { stack?: string; data: readonly Mark[] }[]): [number, number] {
  const columns =
    series[0]?.data.map((_, at) => {
      const values = series.map(({ data }) => Number(data[at]?.value ?? 0));
      const sum = (sign: number) => values.filter((value) => value * sign > 0).reduce((one, other) => one + other, 0);
      return series[0]?.stack ? [sum(-1), sum(1)] : [Math.min(...values), Math.max(...values)];
    }) ?? [];
  return [Math.min(0, ...columns.map(([low = 0]) => low)), Math.max(0, ...columns.map(([, high = 0]) => high))];
}

/** Maximum number of names below columns that are all shown. */
const fewNames = 12;
/** Width of the chart that is not available to columns. */
const columnsBeside = 64;

/** Builds the options of ECharts: every mark carries the filters of its rows, so that a click leads to them. */
export function optionOf({ figures, kind, measure, currency, still, width, theme = "light" }: Plot): EChartsCoreOption {
  const series = chartColors[theme];
  const line = colorIn(theme, "line");
  const before = colorIn(theme, "scroll-line");
  const axisText = { color: colorIn(theme, "ink-soft"), fontFamily: font, fontSize: 12 };
  const groups = figures.groups.filter((group) => group.currency === currency);
  const one = valuesOf(figures, groups, 0, theme);
  const other = figures.by.length > 1 ? valuesOf(figures, groups, 1, theme) : [];
  const groupAt = (first: string, second?: string) =>
    groups.find((group) => keyOf(group, 0) === first && (second === undefined || keyOf(group, 1) === second)) ?? null;
  const valueOf = (group: FigureGroup | null) => group?.values[measure] ?? 0;
  const markOf = (group: FigureGroup | null, value: unknown = valueOf(group)): Mark => ({
    value,
    filters: group?.filters ?? null,
    texts: group?.texts ?? [],
  });
  const shown = (value: number) => formatFigure(figures, measure, value, currency);
  const title = figures.measures[measure]?.title ?? "";
  const base = {
    animation: !still,
    textStyle: { fontFamily: font },
    aria: { enabled: false },
    tooltip: {
      confine: true,
      borderColor: line,
      backgroundColor: colorIn(theme, "surface"),
      textStyle: { ...axisText, color: colorIn(theme, "ink") },
      valueFormatter: (value: unknown) => (typeof value === "number" ? shown(value) : ""),
    },
    legend: {
      top: 0,
      left: 0,
      itemGap: legendGap,
      icon: "roundRect",
      itemWidth: 12,
      itemHeight: 12,
      textStyle: axisText,
    },
  };
  if (kind === "pie") {
    const slices = one.map(({ key, text, color, filters }) => {
      const value = groups.filter((group) => keyOf(group, 0) === key).reduce((sum, group) => sum + valueOf(group), 0);
      return { name: text, value, filters, itemStyle: { color } };
    });
    const { type, height } = legendOf(
      slices.map(({ name }) => name),
      width,
    );
    // A slice cannot be negative: columns show such values, as in print.
    if (slices.every(({ value }) => value >= 0))
      return {
        ...base,
        legend: { ...base.legend, type },
        tooltip: { ...base.tooltip, trigger: "item" },
        series: [
          {
            type: "pie",
            name: title,
            radius: ["42%", "72%"],
            top: height + 8,
            data: slices,
            label: { ...axisText, formatter: "{b}: {d}%" },
          },
        ],
      };
  }
  if (kind === "chord" && other.length)
    return {
      ...base,
      legend: { show: false },
      ...chordOf({
        figures,
        measure,
        groups,
        theme,
        title,
        label: axisText,
        line: before,
        tooltip: base.tooltip,
        width,
        shown,
      }),
    };
  const category = (values: readonly { text: string }[]) => {
    const texts = values.map(({ text }) => text);
    const room = (width - columnsBeside) / values.length;
    const tooLong = (parts: readonly string[]) => Math.max(0, ...parts.map(({ length }) => length)) * letter > room;
    // With many names, some are left out. A few are all shown; names too long for their columns take a line for each
    // word, or are rotated if a word is too long.
    const areFew = kind !== "bars" && kind !== "heat" && values.length <= fewNames;
    const fitted = !tooLong(texts)
      ? { rotate: 0 }
      : tooLong(texts.flatMap((text) => text.split(" ")))
        ? { rotate: 35 }
        : { rotate: 0, width: room, overflow: "break" as const };
    return {
      type: "category",
      data: texts,
      axisLine: { lineStyle: { color: line } },
      axisTick: { show: false },
      axisLabel: { ...axisText, hideOverlap: true, ...(areFew ? { interval: 0, ...fitted } : {}) },
    };
  };
  const isTwo = other.length > 0;
  const names = isTwo ? other.map(({ text }) => text) : figures.period ? ["Before", title] : [];
  const legend = { ...base.legend, ...legendOf(names, width), show: names.length > 1 };
  // The last label is below its column, and may extend beyond it.
  const right = kind === "bars" ? 16 : Math.min(48, Math.max(16, ((one.at(-1)?.text.length ?? 0) * letter) / 2));
  const grid = { left: 8, right, top: legend.show ? legend.height + 18 : 16, bottom: 8, containLabel: true };
  if (kind === "heat" && other.length) {
    const cells: Mark[] = one.flatMap((first, x) =>
      other.map((second, y) => {
        const group = groupAt(first.key, second.key);
        return markOf(group, [x, y, valueOf(group)]);
      }),
    );
    const most = Math.max(1, ...groups.map(valueOf));
    return {
      ...base,
      legend: { show: false },
      grid: { ...grid, top: 16, bottom: 44 },
      xAxis: category(one),
      yAxis: category(other),
      visualMap: {
        min: 0,
        max: most,
        orient: "horizontal",
        left: "center",
        bottom: 0,
        calculable: false,
        itemHeight: 160,
        textStyle: axisText,
        inRange: { color: [colorIn(theme, "paper-deep"), colorIn(theme, "brand")] },
        formatter: (amount: unknown) => shortFigure(figures, measure, Number(amount), currency),
      },
      tooltip: {
        ...base.tooltip,
        formatter: ({ data }: { data: Mark }) =>
          `${data.texts.join(", ")}<br>${shown((data.value as [number, number, number])[2])}`,
      },
      series: [{ type: "heatmap", name: title, data: cells }],
    };
  }
  const isLine = kind === "line" || kind === "area";
  const drawn = {
    type: isLine ? "line" : "bar",
    barMaxWidth: 42,
    emphasis: { focus: "series" },
    symbolSize: 7,
    ...(kind === "area" ? { areaStyle: { opacity: 0.18 } } : {}),
    ...(isTwo && kind !== "line" ? { stack: "all" } : {}),
  };
  const marks = isTwo
    ? other.map(({ key, text, color }) => ({
        ...drawn,
        name: text,
        itemStyle: { color },
        lineStyle: { color },
        data: one.map((first) => markOf(groupAt(first.key, key))),
      }))
    : [
        ...(figures.period
          ? [
              {
                ...drawn,
                areaStyle: undefined,
                name: "Before",
                itemStyle: { color: before },
                lineStyle: { color: before, type: "dashed" },
                data: one.map(({ key }): Mark => {
                  const group = groupAt(key);
                  return {
                    value: group?.before?.[measure] ?? 0,
                    filters: group?.beforeFilters ?? null,
                    texts: group?.texts ?? [],
                  };
                }),
              },
            ]
          : []),
        {
          ...drawn,
          name: title,
          itemStyle: { color: series[0] },
          lineStyle: { color: series[0] },
          data: one.map(({ key }) => markOf(groupAt(key))),
        },
      ];
  const [low, high] = reachOf(marks);
  // Slightly negative values need no band of their own: the axis ends at the marks.
  const dip = low < 0 && -low < high / 8 ? { min: low } : {};
  const value = {
    type: "value",
    ...dip,
    splitLine: { lineStyle: { color: line }, ...("min" in dip ? { showMinLine: false } : {}) },
    axisLabel: {
      ...axisText,
      hideOverlap: true,
      formatter: (amount: number) => shortFigure(figures, measure, amount, currency),
      ...("min" in dip ? { showMinLabel: false } : {}),
    },
  };
  const axes =
    kind === "bars"
      ? { xAxis: value, yAxis: { ...category(one), inverse: true } }
      : { xAxis: category(one), yAxis: value };
  const { height: _height, ...shownLegend } = legend;
  return {
    ...base,
    legend: shownLegend,
    tooltip: { ...base.tooltip, trigger: "axis", axisPointer: { type: isLine ? "line" : "shadow" } },
    grid,
    ...axes,
    series: marks,
  };
}
