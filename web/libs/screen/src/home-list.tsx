import { useApi } from "@staffroom/api";
import type { Row } from "@staffroom/contract";
import { Answered, StatePanel } from "@staffroom/ui";
import type { ReactNode } from "react";

type HomeListProps<Item> = {
  /** Path of the list. */
  path: string;
  query: Record<string, string | boolean>;
  icon: string;
  empty: string;
  className?: string;
  /** The cells of a row, the first of them a link. */
  children: (row: Item) => ReactNode;
};

/** The first rows of a list, in a panel of the home page. */
export function HomeList<Item extends { id: number } | Row>({ path, query, icon, empty, className = "", children }: HomeListProps<Item>) {
  const answer = useApi<Item[]>(path, { ...query, pageSize: 10 });
  return (
    <Answered query={answer} rows={4} compact>
      {(rows) => rows.length === 0 ? <StatePanel compact icon={icon} title={empty} /> : (
        <ul className={`sr-home-list ${className}`}>{rows.map((row) => <li key={row.id as number}>{children(row)}</li>)}</ul>
      )}
    </Answered>
  );
}
