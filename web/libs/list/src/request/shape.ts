import type { Column, ListMeta, ListTabs } from "@staffroom/contract";

/** The part of a list's metadata on which its request depends. */
export type ListShape = Pick<ListMeta, "defaultSort" | "pageSizes" | "defaultPageSize"> & {
  columns: readonly Pick<Column, "name" | "sortable">[];
  filters?: readonly { name: string }[];
  tabs?: readonly Pick<ListTabs, "name" | "default">[];
};

export const shapeOf = ({ defaultSort, pageSizes, defaultPageSize, columns, filters, tabs }: ListMeta): ListShape => ({
  defaultSort,
  pageSizes,
  defaultPageSize,
  columns: columns.flatMap(({ name, sortable }) => (sortable ? [{ name, sortable }] : [])),
  filters: filters?.map(({ name }) => ({ name })),
  tabs: tabs?.map((tab) => ({ name: tab.name, default: tab.default })),
});
