import type { RecordData } from "@staffroom/contract";
import { ListScreen, type ListScreenProps } from "@staffroom/list";
import { useOpenRecord } from "@staffroom/ui";
import type { ReactNode } from "react";
import { RecordDrawer } from "./record-drawer";

type Props<T extends RecordData> = Omit<ListScreenProps, "path" | "onOpen"> & {
  /** Path of the list and of its records: `/bills`. */
  thing: string;
  /** Names the opened record in the address. */
  param: string;
  heading: (record: T) => ReactNode;
  /** Below the fields. */
  children?: (record: T) => ReactNode;
};

/** A list whose records open beside it, with their moves and fields. */
export function RecordList<T extends RecordData>({ thing, param, heading, children, ...list }: Props<T>) {
  const [opened, open] = useOpenRecord(param);
  return (
    <>
      <ListScreen {...list} path={thing} onOpen={(row) => open(row.id as number)} />
      <RecordDrawer<T> thing={thing} id={opened} title={heading} onClose={() => open(null)}>{children}</RecordDrawer>
    </>
  );
}
