import { api } from "@staffroom/api";
import type { Page } from "@staffroom/contract";
import { Icon, toast } from "@staffroom/ui";
import { Button, Select } from "antd";
import { useState, type ReactNode } from "react";
import { deepFrom, type ListView } from "../request/address";
import { rangeLabel } from "../request/range";
import type { ChangeView } from "../request/use-view";

type Props = {
  path: string;
  query: Record<string, string>;
  view: ListView;
  change: ChangeView;
  page: Page | undefined;
  sizes: readonly number[];
  /** Sums of the list. */
  children?: ReactNode;
};

/** Cursors of the pages visited, for going back one deep page. */
const cursors = new Map<string, string>();

export function Footer({ path, query, view, change, page, sizes, children }: Props) {
  const key = JSON.stringify([path, query, view.pageSize]);
  const [exact, setExact] = useState<{ key: string; total: number } | null>(null);
  const exactTotal = exact?.key === key ? exact.total : null;
  const rows = page?.data.length ?? 0;
  const total = exactTotal ?? page?.total ?? 0;
  const isExact = exactTotal !== null || !!page?.totalIsExact;
  const hasNext = page
    ? page.next !== null && page.next !== undefined
      ? true
      : view.page * view.pageSize < page.total && rows > 0
    : false;

  const count = async () => {
    try {
      const answer = await api.get<{ total: number } | number>(`${path}/count`, { query });
      setExact({ key, total: typeof answer === "number" ? answer : answer.total });
    } catch (error) {
      toast.error(error);
    }
  };
  const go = (to: number) => {
    const isDeep = (to - 1) * view.pageSize >= deepFrom;
    if (to > view.page && page?.next) cursors.set(`${key}:${to}`, page.next);
    change({ page: to, after: isDeep ? (cursors.get(`${key}:${to}`) ?? "") : "" });
  };

  return (
    <div className="sr-list-foot">
      <label className="sr-list-size">
        Rows
        <Select
          size="small"
          aria-label="Rows a page"
          value={view.pageSize}
          options={sizes.map((size) => ({ value: size, label: String(size) }))}
          onChange={(pageSize) => change({ pageSize })}
          popupMatchSelectWidth={72}
        />
      </label>
      <div className="sr-list-sums">{children}</div>
      <span className="sr-num" data-testid="range">
        {page ? rangeLabel(view, rows, total, isExact) : " "}
      </span>
      {page && !isExact && (
        <Button type="link" size="small" onClick={count}>
          Count exactly
        </Button>
      )}
      <Button
        size="small"
        aria-label="First page"
        disabled={view.page <= 1}
        icon={<Icon name="chevron-first" size={15} />}
        onClick={() => go(1)}
      />
      <Button
        size="small"
        aria-label="Page before"
        disabled={view.page <= 1}
        icon={<Icon name="chevron-left" size={15} />}
        onClick={() => go(view.page - 1)}
      />
      <Button
        size="small"
        aria-label="Next page"
        disabled={!hasNext}
        icon={<Icon name="chevron-right" size={15} />}
        onClick={() => go(view.page + 1)}
      />
    </div>
  );
}
