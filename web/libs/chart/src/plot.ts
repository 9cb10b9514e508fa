import type { ChartKind, FigureGroup, Figures } from "@staffroom/contract";
import { chartColors, colorIn, colorOf, formatMoney, formatNumber, resolvedColor, type ThemeName } from "@staffroom/ui";
import type { EChartsCoreOption } from "echarts/core";

const font = "'Geist Variable', system-ui, sans-serif";

type Plot = { figures: Figures; kind: ChartKind; measure: number; currency: string | null; still: boolean; theme?: ThemeName };
type Mark = { value: unknown; group: FigureGroup | null };

/** The currencies of figures, null for numbers without one: each has a chart of its own. */
export const currenciesIn = (figures: Figures): (string | null)[] => [...new Set(figures.groups.map(({ currency }) => currency))];

/** A value of a measure as people write it. */
export function formatFigure(figures: Figures, measure: number, value: number, currency: string | null): string {
  return figures.measures[measure]?.type === "money" ? formatMoney(value, currency) : formatNumber(value);
}

/** `£1.2m`: the same for an axis. */
function shortFigure(figures: Figures, measure: number, value: number, currency: string | null): string {
  const isMoney = figures.measures[measure]?.type === "money";
  const how = { notation: "compact", maximumFractionDigits: 1 } as const;
  return isMoney
    ? new Intl.NumberFormat("en-GB", { ...how, style: "currency", currency: currency ?? "GBP" }).format(value / 100)
    : new Intl.NumberFormat("en-GB", how).format(value);
}

const keyOf = (group: FigureGroup, place: number) => String(group.keys[place] ?? "");

/** The values of a dimension in order, each once, with its text and its colour. */
function valuesOf(figures: Figures, groups: readonly FigureGroup[], place: number, theme: ThemeName) {
  const texts = new Map(groups.map((group) => [keyOf(group, place), group.texts[place] ?? ""]));
  const options = figures.by[place]?.options ?? [];
  const places = new Map(options.map(({ value }, at) => [String(value), at]));
  const rank = (key: string) => places.get(key) ?? options.length;
  return [...texts].toSorted(([one], [other]) => rank(one) - rank(other)).map(([key, text], at) => {
    const color = options.find(({ value }) => String(value) === key)?.color;
    return { key, text, color: color ? resolvedColor(colorOf(color), theme) : (chartColors[theme][at % chartColors[theme].length] ?? colorIn(theme, "brand")) };
  });
}

/** What ECharts draws: every mark carries its group, so that a click leads to its rows. */
export function optionOf({ figures, kind, measure, currency, still, theme = "light" }: Plot): EChartsCoreOption {
  const series = chartColors[theme];
  const line = colorIn(theme, "line");
  const before = colorIn(theme, "scroll-line");
  const axisText = { color: colorIn(theme, "ink-soft"), fontFamily: font, fontSize: 12 };
  const groups = figures.groups.filter((group) => group.currency === currency);
  const one = valuesOf(figures, groups, 0, theme);
  const other = figures.by.length > 1 ? valuesOf(figures, groups, 1, theme) : [];
  const found = (first: string, second?: string) => groups.find((group) => keyOf(group, 0) === first && (second === undefined || keyOf(group, 1) === second)) ?? null;
  const valueOf = (group: FigureGroup | null) => group?.values[measure] ?? 0;
  const shown = (value: number) => formatFigure(figures, measure, value, currency);
  const title = figures.measures[measure]?.title ?? "";
  const base = {
    animation: !still,
    textStyle: { fontFamily: font },
    aria: { enabled: false },
    tooltip: {
      confine: true, borderColor: line, backgroundColor: colorIn(theme, "surface"), textStyle: { ...axisText, color: colorIn(theme, "ink") },
      valueFormatter: (value: unknown) => (typeof value === "number" ? shown(value) : ""),
    },
    legend: { type: "scroll", top: 0, icon: "roundRect", itemWidth: 12, itemHeight: 12, textStyle: axisText },
  };
  if (kind === "pie") {
    const slices = one.map(({ key, text, color }) => {
      const mine = groups.filter((group) => keyOf(group, 0) === key);
      return { name: text, value: mine.reduce((sum, group) => sum + valueOf(group), 0), group: mine.length === 1 ? (mine[0] ?? null) : null, itemStyle: { color } };
    });
    return { ...base, tooltip: { ...base.tooltip, trigger: "item" }, series: [{ type: "pie", name: title, radius: ["42%", "72%"], top: 30, data: slices, label: { ...axisText, formatter: "{b}: {d}%" } }] };
  }
  if (kind === "chord" && other.length) {
    // One name in both dimensions is one node.
    const names = [...new Map([...one, ...other].map((entry) => [entry.text, entry])).values()];
    const links = groups.map((group) => ({ source: group.texts[0], target: group.texts[1], value: valueOf(group), group }));
    return { ...base, legend: { show: false }, series: [{ type: "chord", name: title, radius: ["58%", "64%"], label: { show: true, ...axisText }, data: names.map(({ text, color }) => ({ name: text, itemStyle: { color } })), links }] };
  }
  const category = (values: readonly { text: string }[]) => ({ type: "category", data: values.map(({ text }) => text), axisLine: { lineStyle: { color: line } }, axisTick: { show: false }, axisLabel: { ...axisText, hideOverlap: true, ...(values.length > 1 ? { alignMinLabel: "left", alignMaxLabel: "right" } : {}) } });
  const value = { type: "value", axisLabel: { ...axisText, hideOverlap: true, formatter: (amount: number) => shortFigure(figures, measure, amount, currency) }, splitLine: { lineStyle: { color: line } } };
  const grid = { left: 8, right: 16, top: other.length || figures.period ? 40 : 16, bottom: 8, containLabel: true };
  if (kind === "heat" && other.length) {
    const cells: Mark[] = one.flatMap((first, x) => other.map((second, y) => {
      const group = found(first.key, second.key);
      return { value: [x, y, valueOf(group)], group };
    }));
    const most = Math.max(1, ...groups.map(valueOf));
    return {
      ...base, legend: { show: false }, grid: { ...grid, bottom: 44 }, xAxis: category(one), yAxis: category(other),
      visualMap: { min: 0, max: most, orient: "horizontal", left: "center", bottom: 0, calculable: false, itemHeight: 160, textStyle: axisText, inRange: { color: [colorIn(theme, "paper-deep"), colorIn(theme, "brand")] }, formatter: (amount: unknown) => shortFigure(figures, measure, Number(amount), currency) },
      tooltip: { ...base.tooltip, formatter: ({ data }: { data: Mark }) => `${data.group?.texts.join(", ") ?? ""}<br>${shown(valueOf(data.group))}` },
      series: [{ type: "heatmap", name: title, data: cells }],
    };
  }
  const isLine = kind === "line" || kind === "area";
  const drawn = {
    type: isLine ? "line" : "bar", barMaxWidth: 42, emphasis: { focus: "series" }, symbolSize: 7,
    ...(kind === "area" ? { areaStyle: { opacity: 0.18 } } : {}), ...(other.length && kind !== "line" ? { stack: "all" } : {}),
  };
  const marks = other.length
    ? other.map(({ key, text, color }) => ({ ...drawn, name: text, itemStyle: { color }, lineStyle: { color }, data: one.map((first): Mark => { const group = found(first.key, key); return { value: valueOf(group), group }; }) }))
    : [
        ...(figures.period ? [{ ...drawn, areaStyle: undefined, name: "Before", itemStyle: { color: before }, lineStyle: { color: before, type: "dashed" }, data: one.map(({ key }): Mark => ({ value: found(key)?.before?.[measure] ?? 0, group: null })) }] : []),
        { ...drawn, name: title, itemStyle: { color: series[0] }, lineStyle: { color: series[0] }, data: one.map(({ key }): Mark => { const group = found(key); return { value: valueOf(group), group }; }) },
      ];
  const axes = kind === "bars" ? { xAxis: value, yAxis: { ...category(one), inverse: true } } : { xAxis: category(one), yAxis: value };
  return { ...base, legend: { ...base.legend, show: marks.length > 1 }, tooltip: { ...base.tooltip, trigger: "axis", axisPointer: { type: isLine ? "line" : "shadow" } }, grid, ...axes, series: marks };
}
