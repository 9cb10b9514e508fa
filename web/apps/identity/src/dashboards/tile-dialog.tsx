import { api, invalidate, seldomChanged, useApi, useListMeta } from "@staffroom/api";
import type { Field, ListMeta } from "@staffroom/contract";
import { FieldFormDialog, useFields } from "@staffroom/form";
import { Select } from "antd";
import { useMemo, useState } from "react";
import { placed } from "./layout";
import { choicesOf, formOf, showsList, type Board, type Tile } from "./types";

type Offer = { service: string; path: string; title: string; figures: boolean };
type Part = { name: string; title: string };
type Statistic = { service: string; path: string; title: string; by: Part[]; measures: Part[]; days: Part[] };
type Offers = { lists: Offer[]; statistics: Statistic[]; away: string[] };

const text = (name: string, title: string, more: Partial<Field> = {}): Field =>
  ({ name, title, type: "text", ...more }) as Field;
const choice = (
  name: string,
  title: string,
  options: readonly { value: string; label: string }[],
  more: Partial<Field> = {},
): Field => ({ name, title, type: "select", options: options.map((one) => ({ ...one })), ...more }) as Field;

const choicesIn = (parts: readonly Part[]) => parts.map(({ name, title }) => ({ value: name, label: title }));
const daysHelp = "Empty: the period of the dashboard does not narrow this tile";

/** The fields of a statistic tile. */
export function fieldsOfStatistic(
  { by, measures, days }: Statistic,
  forms: readonly { value: string; label: string }[],
): Field[] {
  return [
    text("title", "Title", { required: true }),
    choice("chart", "Shown as", forms, { required: true }),
    choice("measure", "Measure", choicesIn(measures), { help: "A table shows all of them" }),
    choice("by", "Grouped by", choicesIn(by), { help: "A number needs none" }),
    text("query", "Filters", {
      help: "As in an address: departmentId=2. @thisMonth stands for the days of this month",
    }),
    ...(days.length > 0
      ? [choice("periodFilter", "Days of the dashboard's period", choicesIn(days), { help: daysHelp })]
      : []),
  ];
}

/** Returns the fields of a tile of this kind over this list. */
function fieldsOf(
  kind: string,
  meta: ListMeta | undefined,
  charts: readonly { value: string; label: string }[],
): Field[] {
  const title = text("title", "Title", { required: true });
  if (kind === "text") return [title, { name: "text", title: "Text", type: "richtext" } as Field];
  if (kind === "waiting" || !meta) return [title];
  const dimensions = choicesIn(meta.figures?.by ?? []);
  const sums = choicesIn(meta.figures?.sums ?? []);
  const days = choicesIn((meta.filters ?? []).filter(({ type }) => type === "range"));
  const sorts = meta.columns
    .filter(({ sortable }) => sortable)
    .flatMap(({ name, title: label }) => [
      { value: name, label },
      { value: `-${name}`, label: `${label}, descending` },
    ]);
  const columns = choicesIn(meta.columns.filter(({ hidden }) => !hidden));
  const isRows = kind === "table" || kind === "calendar";
  const isFigure = dimensions.length > 0 && !isRows;
  return [
    title,
    text("query", "Filters", {
      help: "As in the address of the list: status=open. You may paste the whole address. @thisMonth stands for the days of this month",
    }),
    ...(isFigure ? [choice("by", "Grouped by", dimensions, { required: kind === "chart" })] : []),
    ...(isFigure && kind === "chart" ? [choice("and", "and by", dimensions)] : []),
    ...(isFigure && sums.length > 0 ? [choice("measure", "Measure", sums, { help: "Empty: the number of rows" })] : []),
    ...(kind === "chart" ? [choice("chart", "Drawn as", charts, { required: true })] : []),
    ...(isFigure && kind === "number"
      ? [{ name: "compare", title: "Compare with the period before", type: "boolean" } as Field]
      : []),
    ...(isRows ? [choice("sort", "Sort", sorts)] : []),
    ...(kind === "table"
      ? [{ name: "columns", title: "Columns", type: "multiselect", options: columns } as Field]
      : []),
    ...(days.length > 0 ? [choice("periodFilter", "Days of the dashboard's period", days, { help: daysHelp })] : []),
  ];
}

/**
 * Returns filters as the server takes them: of a pasted address the part after the question mark, without its position
 * in the list.
 */
export function filtersIn(pasted: string): string {
  const query = new URLSearchParams(pasted.slice(pasted.indexOf("?") + 1));
  for (const name of ["page", "pageSize", "after", "view", "figures", "measure", "chart", "compare", "asOf", "saved"])
    query.delete(name);
  // Only what is not special in an address is left unescaped.
  return query.toString().replaceAll("%2C", ",").replaceAll("%40", "@").replaceAll("%3A", ":");
}

/** Forms of a statistic that no chart has. */
const noCharts = new Set(["number", "table"]);
const sizes: Readonly<Record<string, { w: number; h: number }>> = {
  number: { w: 3, h: 2 },
  text: { w: 3, h: 2 },
  chart: { w: 6, h: 4 },
};

/** Adds a tile, or changes one. */
export function TileDialog({ board, tile, onClose }: { board: Board; tile: Tile | null; onClose: () => void }) {
  const [kind, setKind] = useState(tile?.kind ?? "number");
  const [list, setList] = useState(tile?.list ?? "");
  const offers = useApi<Offers>("/dashboard/lists", undefined, { staleTime: seldomChanged });
  const isStatistic = kind === "statistic";
  const needsList = showsList(kind);
  const offered = (offers.data?.lists ?? []).filter(({ figures }) => kind !== "chart" || figures);
  const statistics = offers.data?.statistics ?? [];
  const statistic = isStatistic ? statistics.find(({ path }) => path === list) : undefined;
  const offer = isStatistic ? statistic : offered.find(({ path }) => path === list);
  const ready = needsList && list !== "";
  const meta = useListMeta(ready ? list : "/dashboards").data;
  const { fields: declared } = useFields("/dashboard/tile");
  const fields = useMemo(() => {
    const forms = choicesOf(declared.get("chart"));
    if (isStatistic) return statistic ? fieldsOfStatistic(statistic, forms) : [];
    return needsList && !ready
      ? []
      : fieldsOf(
          kind,
          ready ? meta : undefined,
          forms.filter(({ value }) => !noCharts.has(value)),
        );
  }, [isStatistic, statistic, kind, needsList, ready, meta, declared]);
  const [first = "", second = ""] = tile?.by.split(",") ?? [];
  const initial = tile
    ? {
        title: tile.title,
        query: tile.query,
        by: first,
        and: second,
        measure: tile.measure,
        chart: tile.chart,
        compare: tile.compare,
        sort: tile.sort,
        columns: tile.columns.split(",").filter(Boolean),
        periodFilter: tile.periodFilter,
        text: tile.text,
      }
    : { title: offer?.title ?? "", chart: "columns" };

  const send = async (values: Record<string, unknown>, idempotencyKey: string) => {
    const textOf = (name: string) => String(values[name] ?? "");
    const sent = {
      kind,
      title: textOf("title"),
      service: needsList || isStatistic ? (offer?.service ?? tile?.service ?? "") : "",
      list: needsList || isStatistic ? list : "",
      query: filtersIn(textOf("query")),
      by: [textOf("by"), textOf("and")].filter(Boolean).join(","),
      measure: textOf("measure"),
      compare: values.compare === true,
      chart: textOf("chart") || "columns",
      columns: (Array.isArray(values.columns) ? values.columns : []).join(","),
      sort: textOf("sort"),
      periodFilter: textOf("periodFilter"),
      text: textOf("text"),
    };
    if (tile) {
      const changes = Object.entries(sent)
        .filter(([name, value]) => tile[name as keyof Tile] !== value)
        .map(([field, newValue]) => ({ field, newValue }));
      if (changes.length) await api.put(`/dashboard/tile/${tile.id}`, { changes });
    } else {
      const size = sizes[formOf(sent)] ?? { w: 6, h: 5 };
      const below = Math.max(0, ...board.tiles.map(({ y, h }) => y + h));
      const [place] = placed([...board.tiles, { id: 0, x: 0, y: below, ...size }], 0, {}).filter(({ id }) => id === 0);
      await api.post(
        `/dashboard/${board.id}/tile`,
        { ...sent, x: 0, y: place?.y ?? below, ...size },
        { idempotencyKey },
      );
    }
    await invalidate(`/dashboard/${board.id}`);
  };

  const chosen = (
    label: string,
    value: string,
    options: readonly { value: string; label: string }[],
    onChange: (value: string) => void,
  ) => (
    <label className="id-tile-choice">
      <span>{label}</span>
      <Select
        aria-label={label}
        value={value || undefined}
        options={options.map((one) => ({ ...one }))}
        onChange={onChange}
        showSearch={{ optionFilterProp: "label" }}
        placeholder="Please choose"
      />
    </label>
  );
  return (
    <FieldFormDialog
      key={tile ? tile.id : `${kind} ${list}`}
      open
      title={tile ? `Tile ${tile.title}` : "Add tile"}
      submitLabel={tile ? "Save tile" : "Add tile"}
      fields={fields}
      initial={initial}
      to={send}
      intro={
        <span className="id-tile-choices">
          {chosen("Kind", kind, choicesOf(declared.get("kind")), (value) => {
            // A list is not a statistic.
            if ((value === "statistic") !== isStatistic) setList("");
            setKind(value);
          })}
          {needsList &&
            chosen(
              "List",
              list,
              offered.map(({ path, title }) => ({ value: path, label: title })),
              setList,
            )}
          {isStatistic &&
            chosen(
              "Statistic",
              list,
              statistics.map(({ path, title }) => ({ value: path, label: title })),
              setList,
            )}
          {(offers.data?.away.length ?? 0) > 0 && (
            <small role="status">
              Lists and statistics of {offers.data?.away.join(", ")} are missing: these services do not answer now.
            </small>
          )}
        </span>
      }
      onDone={onClose}
      onCancel={onClose}
    />
  );
}
