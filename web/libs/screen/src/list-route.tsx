import type { ListRoute, ListScreenProps, RecordBeside } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { useOpenRecord } from "@staffroom/ui";
import { useMemo } from "react";
import { useParams } from "react-router";
import { LoadedPiece } from "./piece";
import { RecordDrawer } from "./record-drawer";

/** The filters that an address holds: `/locations/:type?`. */
function useHeld(): Record<string, string> {
  const held = JSON.stringify(Object.entries(useParams()).filter(([, value]) => value && value !== "all"));
  return useMemo(() => Object.fromEntries(JSON.parse(held) as [string, string][]), [held]);
}

/** A route that is a list. */
export function ListRouteScreen({ list: { beside, title, ...list } }: { list: ListRoute }) {
  const held = useHeld();
  const fixed = useMemo(() => ({ ...list.fixed, ...held }), [list.fixed, held]);
  const props = { ...list, fixed, title: typeof title === "function" ? title(held) : title };
  return beside ? <ListWithRecord list={props} beside={beside} /> : <ListScreen {...props} />;
}

/** A list whose records open beside it, with their moves and fields; the address names the one that is open. */
function ListWithRecord({ list, beside }: { list: ListScreenProps; beside: RecordBeside }) {
  const { param, thing = list.path, draw, load, ...drawer } = beside;
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
