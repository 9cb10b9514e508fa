import { invalidate, useUser } from "@staffroom/api";
import {
  mayOpen,
  type AnyLists,
  type ListRoute,
  type ListScreenProps,
  type QueueOptions,
  type RecordData,
  type RecordDrawerOptions,
} from "@staffroom/contract";
import { AnyListScreen, viewIn } from "@staffroom/list";
import { useOpenRecord } from "@staffroom/ui";
import { useMemo } from "react";
import { useLocation, useParams } from "react-router";
import { LoadedPiece } from "../piece";
import { RecordDrawer } from "../record/record-drawer";
import { viewsOf } from "../views/views";

/** Returns the filters from an address's parameters: `/locations/:type?`. */
function useRouteFilters(): Record<string, string> {
  const filters = JSON.stringify(Object.entries(useParams()).filter(([, value]) => value && value !== "all"));
  return useMemo(() => Object.fromEntries(JSON.parse(filters) as [string, string][]), [filters]);
}

/** A route that is a list. */
export function ListRouteScreen({ list: { recordDrawer, queue, title, ...list } }: { list: ListRoute<AnyLists> }) {
  const filters = useRouteFilters();
  const fixed = useMemo(() => ({ ...list.fixed, ...filters }), [list.fixed, filters]);
  const props = { ...list, fixed, title: typeof title === "function" ? title(filters) : title };
  if (!recordDrawer) return <AnyListScreen {...props} drawn={viewsOf(list.path)} />;
  return <ListWithRecord list={props} recordDrawer={recordDrawer} queue={queue} />;
}

const loadQueue = () => import("../views/review-queue");

type WithRecord = { list: ListScreenProps<string>; recordDrawer: RecordDrawerOptions; queue: QueueOptions | undefined };

/**
 * A list whose records open in a drawer, or next to the list in a queue, with their moves and fields; the address has
 * the id of the open one.
 */
function ListWithRecord({ list, recordDrawer, queue }: WithRecord) {
  const { param, thing = list.path, draw, load, ...drawer } = recordDrawer;
  const [opened, open] = useOpenRecord(param);
  const { search } = useLocation();
  const mayReview = mayOpen(queue?.only, useUser()?.roleIds ?? []);
  const inQueue = !!queue && mayReview && viewIn(search) === "queue";
  const content = (record: RecordData, reload: () => void) => (
    <>
      {draw?.(record)}
      {load && <LoadedPiece load={load} props={{ record, thing, reload }} />}
    </>
  );
  return (
    <>
      <AnyListScreen
        {...list}
        opens={param}
        drawn={viewsOf(thing)}
        onChanged={() => void invalidate(thing)}
        queue={
          queue && mayReview
            ? (shown) => (
                <LoadedPiece load={loadQueue} props={{ ...shown, list: list.path, queue, recordDrawer, content }} />
              )
            : undefined
        }
      />
      <RecordDrawer
        {...drawer}
        thing={thing}
        list={list.path}
        id={inQueue ? null : opened}
        onClose={() => open(null)}
        param={param}
      >
        {content}
      </RecordDrawer>
    </>
  );
}
