import type { ChartKind, FigureGroup, Figures } from "@staffroom/contract";
import { locale } from "@staffroom/language";
import { chartColors, colorIn, colorOf, formatMoney, formatNumber, resolvedColor, type ThemeName } from "@staffroom/ui";
import type { EChartsCoreOption } from "echarts/core";

const font = "'Geist Variable', system-ui, sans-serif";

/** `width` is that of the drawing in pixels: a legend takes as many lines as it needs. */
export type Plot = {
  figures: Figures;
  kind: ChartKind;
  measure: number;
  currency: string | null;
  still: boolean;
  width: number;
  theme?: ThemeName;
};
/** The filters that lead to the rows behind a mark; null where no list shows them. */
export type Behind = FigureGroup["filters"];
type Mark = { value: unknown; filters: Behind; texts: string[] };

/** Height of a line of the legend, and of what stands beside the name of an entry, in pixels. */
const [legendLine, legendMark, legendGap] = [22, 22, 12];
/** A letter of the chart's font at 12 px, on average. */
const letter = 6.4;
/** Beyond these a legend is turned in pages, or it leaves no room for what it names. */
const mostLines = 4;
/** The kind of legend that these names need, and its height. */
export function legendOf(names: readonly string[], width: number): { type: "plain" | "scroll"; height: number } {
  let [lines, used] = [1, 0];
  for (const name of names) {
    const needed = legendMark + name.length * letter + legendGap;
    if (used && used + needed > width) [lines, used] = [lines + 1, 0];
    used += needed;
  }
  return lines > mostLines ? { type: "scroll", height: legendLine } : { type: "plain", height: lines * legendLine };
}

/** The currencies of figures, null for numbers without one: each has a chart of its own. */
export const currenciesIn = (figures: Figures): (string | null)[] => [
  ...new Set(figures.groups.map(({ currency }) => currency)),
];

/** A value of a measure as people write it. */
export function formatFigure(figures: Figures, measure: number, value: number, currency: string | null): string {
  return figures.measures[measure]?.type === "money" ? formatMoney(value, currency) : formatNumber(value);
}

/** `£1.2m`: the same for an axis. */
function shortFigure(figures: Figures, measure: number, value: number, currency: string | null): string {
  const isMoney = figures.measures[measure]?.type === "money";
  const how = { notation: "compact", maximumFractionDigits: 1 } as const;
  return isMoney
    ? new Intl.NumberFormat(locale, { ...how, style: "currency", currency: currency ?? "GBP" }).format(value / 100)
    : new Intl.NumberFormat(locale, how).format(value);
}

const keyOf = (group: FigureGroup, place: number) => String(group.keys[place] ?? "");

/**
 * The values of a dimension in order, each once, with its text, its colour and the filters that lead to its rows. No
 * two have one colour.
 */
function valuesOf(figures: Figures, groups: readonly FigureGroup[], place: number, theme: ThemeName) {
  const first = new Map(groups.toReversed().map((group) => [keyOf(group, place), group]));
  const options = figures.by[place]?.options ?? [];
  const places = new Map(options.map(({ value }, at) => [String(value), at]));
  const rank = (key: string) => places.get(key) ?? options.length;
  const keys = [...new Set(groups.map((group) => keyOf(group, place)))].toSorted(
    (one, other) => rank(one) - rank(other),
  );
  const colors = colorsFor(
    keys.map((key) => options.find(({ value }) => String(value) === key)?.color),
    theme,
  );
  return keys.map((key, at) => ({
    key,
    text: first.get(key)?.texts[place] ?? "",
    color: colors[at] ?? "",
    filters: first.get(key)?.keyFilters[place] ?? null,
  }));
}

/**
 * A colour for each value: the one it has elsewhere, unless a value before it has that; else one of the chart's that is
 * free.
 */
function colorsFor(named: readonly (string | null | undefined)[], theme: ThemeName): string[] {
  const own = named.map((color) => (color ? resolvedColor(colorOf(color), theme) : ""));
  const taken = new Set(own);
  const free = chartColors[theme].filter((color) => !taken.has(color));
  let next = 0;
  return own.map((color, at) =>
    color && own.indexOf(color) === at ? color : (free[next++ % free.length] ?? colorIn(theme, "brand")),
  );
}

/** The lowest and the highest point of columns and lines; stacked ones are added up. */
function reachOf(series: readonly { stack?: string; data: readonly Mark[] }[]): [number, number] {
  const columns =
    series[0]?.data.map((_, at) => {
      const values = series.map(({ data }) => Number(data[at]?.value ?? 0));
      const sum = (sign: number) => values.filter((value) => value * sign > 0).reduce((one, other) => one + other, 0);
      return series[0]?.stack ? [sum(-1), sum(1)] : [Math.min(...values), Math.max(...values)];
    }) ?? [];
  return [Math.min(0, ...columns.map(([low = 0]) => low)), Math.max(0, ...columns.map(([, high = 0]) => high))];
}

/** The ribbons that a chord draws; the others are one, as wide as a quarter of these at most. */
export const mostRibbons = 60;

type Chord = Pick<Plot, "figures" | "measure"> & {
  theme: ThemeName;
  groups: readonly FigureGroup[];
  title: string;
  label: object;
  line: string;
  tooltip: object;
  width: number;
  shown: (value: number) => string;
};
type Ribbon = Mark & { source: string; target: string; told: number };

/** The gap between two arcs, in degrees, and the most that all gaps take of the circle. */
const gap = 3;
const gaps = 120;
/** The outer radius of the arcs, as a part of the chart's smaller side. */
const radius = 0.32;
/** The height of a name, in pixels. */
const nameHeight = 16;

/**
 * The places of the arcs that are named: the largest ones, as far as their names, which stand outside the arc, do not
 * meet.
 */
function apart(arcs: readonly { name: string; size: number }[], pad: number, reach: number): Set<number> {
  const all = arcs.reduce((sum, { size }) => sum + size, 0) || 1;
  const free = 360 - arcs.length * pad;
  let begins = 0;
  const names = arcs.map(({ name, size }) => {
    const turn = (size / all) * free;
    const middle = ((begins + turn / 2) * Math.PI) / 180;
    begins += turn + pad;
    const [x, y, width] = [reach * Math.sin(middle), -reach * Math.cos(middle), name.length * letter];
    return { left: x < 0 ? x - width : x, right: x < 0 ? x : x + width, y };
  });
  const named = new Set<number>();
  for (const at of arcs
    .map((_, place) => place)
    .toSorted((one, other) => (arcs[other]?.size ?? 0) - (arcs[one]?.size ?? 0))) {
    const place = names[at];
    const meets =
      place &&
      [...named].some((other) => {
        const there = names[other];
        return (
          there && Math.abs(there.y - place.y) < nameHeight && there.left < place.right && place.left < there.right
        );
      });
    if (!meets) named.add(at);
  }
  return named;
}

/**
 * The largest ribbons, and the rest as one: of some thousands each would be a hair. One name in both dimensions is one
 * node, which leads to the rows of the first.
 */
function chordOf({
  figures,
  measure,
  groups,
  theme,
  title,
  label,
  line,
  tooltip,
  width,
  shown,
}: Chord): EChartsCoreOption {
  const valueOf = (group: FigureGroup) => group.values[measure] ?? 0;
  const sum = (some: readonly FigureGroup[]) => some.reduce((all, group) => all + valueOf(group), 0);
  const ranked = groups.toSorted((one, other) => valueOf(other) - valueOf(one));
  const largest = new Set(ranked.slice(0, mostRibbons));
  const drawn = groups.filter((group) => largest.has(group));
  const rest = sum(ranked.slice(mostRibbons));
  const [one, other] = [valuesOf(figures, drawn, 0, theme), valuesOf(figures, drawn, 1, theme)];
  // Two values of one dimension may have one name, as two people have, so a node is known by its key.
  const shared = new Map(one.map(({ key, text }) => [text, `0 ${key}`]));
  const idOf = (key: string, text: string, place: number) => (place ? (shared.get(text) ?? `1 ${key}`) : `0 ${key}`);
  const nodes = [
    ...one.map((value) => ({ ...value, place: 0 })),
    ...other.filter(({ text }) => !shared.has(text)).map((value) => ({ ...value, place: 1 })),
  ].map(({ key, text, color, filters, place }) => ({
    id: idOf(key, text, place),
    name: text,
    filters,
    itemStyle: { color },
  }));
  const endOf = (group: FigureGroup, place: number) => idOf(keyOf(group, place), group.texts[place] ?? "", place);
  const links: Ribbon[] = drawn.map((group) => ({
    source: endOf(group, 0),
    target: endOf(group, 1),
    value: valueOf(group),
    told: valueOf(group),
    filters: group.filters,
    texts: group.texts,
  }));
  if (rest > 0) {
    const [source = "", target = ""] = figures.by.map(
      (by, place) => `Others, ${by.title.toLowerCase()}${place && by.title === figures.by[0]?.title ? " there" : ""}`,
    );
    nodes.push(...[source, target].map((name) => ({ id: name, name, filters: null, itemStyle: { color: line } })));
    links.push({
      source,
      target,
      value: Math.min(rest, sum(drawn) / 4),
      told: rest,
      filters: null,
      texts: [`${groups.length - mostRibbons} other pairs`],
    });
  }
  const sumOf = (id: string, of: "told" | "value") =>
    links
      .filter(({ source, target }) => source === id || target === id)
      .reduce((all, link) => all + Number(link[of]), 0);
  const pad = Math.min(gap, gaps / nodes.length);
  const labelled = apart(
    nodes.map(({ id, name }) => ({ name, size: sumOf(id, "value") })),
    pad,
    Math.max(width, 240) * radius,
  );
  return {
    tooltip: {
      ...tooltip,
      trigger: "item",
      formatter: ({ dataType, name, data }: { dataType?: string; name: string; data: Ribbon & { id: string } }) =>
        dataType === "edge"
          ? `${data.texts.join(", ")}<br>${shown(data.told)}`
          : `${name}<br>${shown(sumOf(data.id, "told"))}`,
    },
    series: [
      {
        type: "chord",
        name: title,
        padAngle: pad,
        radius: ["58%", `${2 * radius * 100}%`],
        label: { show: true, ...label },
        emphasis: { focus: "adjacency", label: { show: true } },
        data: nodes.map((node, at) => (labelled.has(at) ? node : { ...node, label: { show: false } })),
        links,
      },
    ],
  };
}

/** The most names below columns that are all shown. */
const fewNames = 12;
/** The width of a chart that its columns do not have. */
const columnsBeside = 64;

/** What ECharts draws: every mark carries the filters of its rows, so that a click leads to them. */
export function optionOf({ figures, kind, measure, currency, still, width, theme = "light" }: Plot): EChartsCoreOption {
  const series = chartColors[theme];
  const line = colorIn(theme, "line");
  const before = colorIn(theme, "scroll-line");
  const axisText = { color: colorIn(theme, "ink-soft"), fontFamily: font, fontSize: 12 };
  const groups = figures.groups.filter((group) => group.currency === currency);
  const one = valuesOf(figures, groups, 0, theme);
  const other = figures.by.length > 1 ? valuesOf(figures, groups, 1, theme) : [];
  const found = (first: string, second?: string) =>
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
    // No slice is below nothing: columns show it, as on paper.
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
    const longest = Math.max(0, ...values.map(({ text }) => text.length)) * letter;
    // Of many names some are left out. A few are all shown; those too long for their columns lean.
    const areFew = kind !== "bars" && kind !== "heat" && values.length <= fewNames;
    const lean = longest > (width - columnsBeside) / values.length ? 35 : 0;
    return {
      type: "category",
      data: values.map(({ text }) => text),
      axisLine: { lineStyle: { color: line } },
      axisTick: { show: false },
      axisLabel: { ...axisText, hideOverlap: true, ...(areFew ? { interval: 0, rotate: lean } : {}) },
    };
  };
  const isTwo = other.length > 0;
  const names = isTwo ? other.map(({ text }) => text) : figures.period ? ["Before", title] : [];
  const legend = { ...base.legend, ...legendOf(names, width), show: names.length > 1 };
  // The last label stands under its column, and may reach beyond it.
  const right = kind === "bars" ? 16 : Math.min(48, Math.max(16, ((one.at(-1)?.text.length ?? 0) * letter) / 2));
  const grid = { left: 8, right, top: legend.show ? legend.height + 18 : 16, bottom: 8, containLabel: true };
  if (kind === "heat" && other.length) {
    const cells: Mark[] = one.flatMap((first, x) =>
      other.map((second, y) => {
        const group = found(first.key, second.key);
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
        data: one.map((first) => markOf(found(first.key, key))),
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
                  const group = found(key);
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
          data: one.map(({ key }) => markOf(found(key))),
        },
      ];
  const [low, high] = reachOf(marks);
  // A little below nothing needs no band of its own: the axis ends where the marks do.
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
