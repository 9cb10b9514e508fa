import type { FigureGroup } from "@staffroom/contract";
import type { ThemeName } from "@staffroom/ui";
import type { EChartsCoreOption } from "echarts/core";
import { letter } from "./legend";
import { keyOf, valuesOf, type Mark, type Plot } from "./plot";

/**
 * Number of ribbons that a chord draws; the others are merged into one, at most a quarter as wide as these together.
 */
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

/** The gap between two arcs in degrees, and the maximum of all gaps as a part of the circle. */
const gap = 3;
const gaps = 120;
/** The outer radius of the arcs, as a fraction of the chart's smaller side. */
const radius = 0.32;
/** The height of a name, in pixels. */
const nameHeight = 16;

/** Returns which arcs are named: the largest ones whose names, outside the arc, do not overlap. */
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
 * Returns the largest ribbons, and the rest as one: thousands would each be a hairline. A name in both dimensions is
 * one node, which leads to the rows of the first.
 */
export function chordOf({
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
  // Two values of one dimension may share a name, as two people do, so the key identifies a node.
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
