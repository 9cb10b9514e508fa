import type { ListRoute, ListScreenProps, RecordDrawerOptions } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { useOpenRecord } from "@staffroom/ui";
import { useMemo } from "react";
import { useParams } from "react-router";
import { LoadedPiece } from "./piece";
import { RecordDrawer } from "./record-drawer";

/** The filters in the parameters of an address: `/locations/:type?`. */
function useRouteFilters(): Record<string, string> {
  const filters = JSON.stringify(Object.entries(useParams()).filter(([, value]) => value && value !== "all"));
  return useMemo(() => Object.fromEntries(JSON.parse(filters) as [string, string][]), [filters]);
}

/** A route that is a list. */
export function ListRouteScreen({ list: { recordDrawer, title, ...list } }: { list: ListRoute }) {
  const filters = useRouteFilters();
  const fixed = useMemo(() => ({ ...list.fixed, ...filters }), [list.fixed, filters]);
  const props = { ...list, fixed, title: typeof title === "function" ? title(filters) : title };
  return recordDrawer ? <ListWithRecord list={props} recordDrawer={recordDrawer} /> : <ListScreen {...props} />;
}

/** A list whose records open in a drawer, with their moves and fields; the address has the id of the open one. */
function ListWithRecord({ list, recordDrawer }: { list: ListScreenProps; recordDrawer: RecordDrawerOptions }) {
  const { param, thing = list.path, draw, load, ...drawer } = recordDrawer;
  const [opened, open] = useOpenRecord(param);
  return (
    <>
      <ListScreen {...list} onOpen={(row) => open(row.id as number)} />
      <RecordDrawer {...drawer} thing={thing} list={list.path} id={opened} onClose={() => open(null)}>
        {(record, reload) => (
          <>
            {draw?.(record)}
            {load && <LoadedPiece load={load} props={{ record, thing, reload }} />}
          </>
        )}
      </RecordDrawer>
    </>
  );
}
