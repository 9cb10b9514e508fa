import { t } from "@staffroom/language";
import { formatNumber } from "@staffroom/ui";
import { deepFrom, type ListView } from "./address";

/** Formats `a-b of n`; a capped count shows as `10,000+`. */
export function rangeLabel(
  view: Pick<ListView, "page" | "pageSize">,
  shown: number,
  total: number,
  exact: boolean,
): string {
  const first = shown === 0 ? 0 : (view.page - 1) * view.pageSize + 1;
  const last = shown === 0 ? 0 : first + shown - 1;
  return t("{0}-{1} of {2}", formatNumber(first), formatNumber(last), totalLabel(total, exact));
}

export function totalLabel(total: number, exact: boolean): string {
  return exact ? formatNumber(total) : `${formatNumber(Math.min(total, deepFrom))}+`;
}
