import { chartKinds, type ChartKind, type ListFigures, type ListMeta } from "@staffroom/contract";

/** Address parameters of a list's figures. */
export const figureParameters: readonly ["figures", "measure", "chart", "compare", "asOf"] = [
  "figures",
  "measure",
  "chart",
  "compare",
  "asOf",
];

/** True if an address shows a list's figures rather than its rows. */
export const isFigured = (meta: ListMeta, parameters: string): boolean =>
  !!meta.figures && !!new URLSearchParams(parameters).get("figures");

/** Returns the available dimensions and sums: for a past day, those that are recorded. */
export function knownFigures(
  { figures }: ListMeta,
  address: URLSearchParams,
): Pick<ListFigures, "by" | "sums"> & { day: string } {
  const day = address.get("asOf") ?? "";
  const { by, sums, asOf: past } = figures ?? { by: [], sums: [] };
  return day && past
    ? {
        day,
        by: by.filter(({ name }) => past.by.includes(name)),
        sums: sums.filter(({ name }) => past.sums.includes(name)),
      }
    : { day: "", by, sums };
}

/** Returns the kind of chart in an address. */
export const chartIn = (address: URLSearchParams): ChartKind =>
  chartKinds.find((kind) => kind === address.get("chart")) ?? "columns";

type Asked = { by: string; sum?: string; compare?: string; asOf?: string };

/**
 * Returns the figures that an address names, for the rows of `query`: dimensions, a sum, a past day, or the previous
 * period if both ends of a period are set.
 */
export function figuresAsked(
  meta: ListMeta,
  address: URLSearchParams,
  query: Readonly<Record<string, string>>,
): Asked & { dated: boolean } {
  const { filters = [] } = meta;
  const { day, ...known } = knownFigures(meta, address);
  const by = (address.get("figures") ?? "")
    .split(",")
    .filter((name) => known.by.some((one) => one.name === name))
    .slice(0, 2);
  const sum = known.sums.find(({ name }) => name === address.get("measure"))?.name;
  const dated =
    !day &&
    filters.some(
      ({ name, type }) =>
        type === "range" &&
        known.by.some((one) => one.name.startsWith(`${name}.`)) &&
        /^.+\.\..+$/.test(query[name] ?? ""),
    );
  return {
    by: by.join(","),
    dated,
    ...(sum ? { sum } : {}),
    ...(day ? { asOf: day } : {}),
    ...(dated && address.get("compare") === "before" ? { compare: "before" } : {}),
  };
}
