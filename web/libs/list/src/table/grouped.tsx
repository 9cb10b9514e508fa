import type { Row, RowGroup, RowGroups } from "@staffroom/contract";
import { Icon } from "@staffroom/ui";
import type { ReactNode } from "react";

const mark = "sr:group";
type Head = Row & { [mark]: { group: RowGroup; isFolded: boolean } };

export const isHead = (row: Row): row is Head => mark in row;
export const headOf = (row: Row): Head[typeof mark] | undefined => (isHead(row) ? row[mark] : undefined);
/** The key of a heading among the keys of rows. */
const keyOfHead = (key: string) => `sr:group:${key}`;

/**
 * Returns the rows of a page with the heading of each group before its first row; rows of a folded group are left out.
 */
export function withHeads(
  rows: Row[],
  groups: RowGroups | undefined,
  folded: ReadonlySet<string>,
  rowKey: string,
): Row[] {
  if (!groups) return rows;
  let present: string | null = null;
  return rows.flatMap((row) => {
    const group = groups.of(row);
    const isNew = group.key !== present;
    present = group.key;
    const isFolded = folded.has(group.key);
    const head = { [rowKey]: keyOfHead(group.key), [mark]: { group, isFolded } };
    return [...(isNew ? [head] : []), ...(isFolded ? [] : [row])];
  });
}

type GroupHeadProps = {
  row: Row;
  onFold: (key: string) => void;
  children?: ReactNode;
};

/** The name of a group with its number of rows; a click folds it. */
export function GroupHead({ row, onFold, children }: GroupHeadProps) {
  const head = headOf(row);
  if (!head) return null;
  const {
    group: { key, title, count },
    isFolded,
  } = head;
  return (
    <button type="button" className="sr-group-head" aria-expanded={!isFolded} onClick={() => onFold(key)}>
      <Icon name={isFolded ? "chevron-right" : "chevron-down"} size={14} /> <b>{title}</b>{" "}
      {count && <span className="sr-muted">{count}</span>}
      {children}
    </button>
  );
}
