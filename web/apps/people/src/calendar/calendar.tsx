import { seldomChanged, useApi, useListMeta } from "@staffroom/api";
import type { ListPath, ListViews, Row, ViewShown } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import {
  dayIn,
  daysOf,
  folded,
  inLondon,
  SchedulePiece,
  RecordDrawer,
  useSpanned,
  type Slot,
  type Spanned,
} from "@staffroom/screen";
import { colorOf, Icon, useAddress, useAskedFor, useMedia, useOpenRecord } from "@staffroom/ui";
import { Button, Segmented } from "antd";
import dayjs from "dayjs";
import { useCallback, useMemo, useState, type ReactNode } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import "../style.css";
import type { CalendarEvent } from "../types";
import { draftOf, filledIn, NewEvent, useMoving, type Draft } from "./booking";
import { Empty } from "./empty";
import Event from "./event";
import { Import } from "./import";
import {
  asEvent,
  lanesIn,
  lanesOf,
  legendOf,
  peopleIn,
  views,
  weeksCalled,
  wholeDays,
  type AcademicYear,
  type Room,
  type View,
} from "./model";

import { Subscribe } from "./subscribe";

/** Maximum number of events side by side: in a day of a week, in a single day, and in a day on a phone. */
const rowLimits = { week: 3, day: 8, narrow: 3 } as const;
const phone = "(max-width: 599px)";
const noRooms: readonly Room[] = [];
const noYears: readonly AcademicYear[] = [];

type Department = { id: number; color: string };
type Props = { list: ListPath; base: string; hasLanes?: boolean; tools?: ReactNode };

/** Returns the address's view; by default a week, or the agenda on a phone. */
function useView(hasLanes: boolean): View {
  const { view = "" } = useParams();
  const isPhone = useMedia(phone);
  const isKnown = view in views && (hasLanes || (view !== "tutors" && view !== "rooms"));
  return isKnown ? (view as View) : isPhone ? "agenda" : "week";
}

function Calendar({ list, base, hasLanes = false, tools }: Props) {
  const [opened, open] = useOpenRecord("event");
  const meta = useListMeta(list).data;
  const [draft, setDraft] = useState<Draft | null>(null);
  const mayAdd = !!meta?.may.add && !!meta.add;
  const [address] = useAddress();
  const begin = () => setDraft(filledIn(draftOf(hourOf(dayIn(address))), address.get("new")));
  useAskedFor("new", begin, mayAdd);
  return (
    <>
      <ListScreen
        path={list}
        always="calendar"
        readOnly
        opens="event"
        actions={
          <>
            {tools}
            {mayAdd && (
              <Button type="primary" icon={<Icon name="plus" size={15} />} onClick={begin}>
                New event
              </Button>
            )}
          </>
        }
        drawn={(_, shown) => (
          <Plan shown={shown} base={base} hasLanes={hasLanes} onCreate={mayAdd ? setDraft : undefined} />
        )}
      />
      {draft && meta && <NewEvent meta={meta} draft={draft} onClose={() => setDraft(null)} />}
      <RecordDrawer<CalendarEvent>
        thing="/events"
        list={list}
        id={opened}
        onClose={() => open(null)}
        param="event"
        heading="{title}"
        called="The event"
        actions={(record) =>
          mayAdd && (
            <Button
              onClick={() => {
                open(null);
                setDraft(copyOf(record));
              }}
            >
              Copy event
            </Button>
          )
        }
      >
        {(record, reload) => <Event record={record} thing="/events" reload={reload} />}
      </RecordDrawer>
    </>
  );
}

/** Returns an hour of the shown day: the next one of today, nine o'clock of other days. */
function hourOf(day: string): Slot {
  const now = dayjs(inLondon(new Date().toISOString()));
  const start = day === now.format("YYYY-MM-DD") ? now.startOf("hour").add(1, "hour") : dayjs(`${day}T09:00:00`);
  return {
    start: start.format("YYYY-MM-DDTHH:mm:ss"),
    end: start.add(1, "hour").format("YYYY-MM-DDTHH:mm:ss"),
    isWhole: false,
  };
}

/** Returns a copy of an event, without its series. */
function copyOf({ people, ...event }: CalendarEvent): Draft {
  const { title, type, start, end, allDay, locationId, zoomTutorId, courseId, departmentId, notes } = event;
  return {
    values: { title, type, start, end, allDay, locationId, zoomTutorId, courseId, departmentId, notes },
    people,
  };
}

/** Loads the events of the address's period. */
function Plan({
  shown,
  base,
  hasLanes,
  onCreate,
}: {
  shown: ViewShown;
  base: string;
  hasLanes: boolean;
  onCreate?: (draft: Draft) => void;
}) {
  const view = useView(hasLanes);
  const { span } = views[view];
  const [address, change] = useAddress();
  const { search } = useLocation();
  const navigate = useNavigate();
  const day = dayIn(address);
  const byDepartment = address.get("color") === "department";

  const departments = useApi<Department[]>("/departments", undefined, { staleTime: seldomChanged }).data;
  const years = useApi<AcademicYear[]>("/academic-years/all", undefined, { staleTime: seldomChanged }).data ?? noYears;
  const rooms =
    useApi<Room[]>("/locations/calendarList", undefined, { staleTime: seldomChanged, enabled: view === "rooms" })
      .data ?? noRooms;
  const refine = useCallback(
    (raw: Row): Partial<Spanned> => {
      const row = asEvent(raw);
      const { may } = raw as { may?: { edit: string[] } };
      const ofDepartment = byDepartment && {
        state: row.department ?? "Without a department",
        color: colorOf(departments?.find(({ id }) => id === row.departmentId)?.color),
      };
      return {
        ...(row.allDay && { isWhole: true, ...wholeDays(inLondon(row.start), inLondon(row.end)) }),
        ...ofDepartment,
        people: peopleIn(row),
        lanes: lanesIn(view, row),
        isCancelled: row.status === "cancelled",
        isMovable: !!may?.edit.includes("start"),
      };
    },
    [byDepartment, departments, view],
  );
  const days = daysOf(span, day);
  const {
    rows,
    raw: shownRows,
    tooMany,
    page,
  } = useSpanned(shown, shown.meta.views?.calendar as NonNullable<ListViews["calendar"]>, days, refine);

  const go = useCallback(
    (to: View, at: string) => {
      const next = new URLSearchParams(search);
      next.set("day", at);
      next.delete("event");
      return `${base}/${to}?${next.toString()}`;
    },
    [base, search],
  );
  const isPhone = useMedia(phone);
  const drawn = useMemo(() => {
    if (view !== "week" && view !== "day") return rows;
    // A week links to its day if there are no columns, and a day to its agenda.
    const all = hasLanes ? "tutors" : view === "week" ? "day" : "agenda";
    return folded(rows, rowLimits[isPhone ? "narrow" : view], (at) => go(all, at));
  }, [rows, view, go, hasLanes, isPhone]);
  const lanes = useMemo(
    () =>
      view === "tutors" || view === "rooms"
        ? lanesOf(
            view,
            shownRows.map(asEvent).filter(({ start }) => inLondon(start).startsWith(day)),
            rooms,
          )
        : undefined,
    [view, shownRows, rooms, day],
  );
  const rowOf = (id: string) => shownRows.map(asEvent).find((row) => String(row.id) === id);
  const [move, dialogs] = useMoving(rowOf);
  const options = Object.entries(views)
    .filter(([name]) => hasLanes || (name !== "tutors" && name !== "rooms"))
    .map(([value, { label }]) => ({ value, label }));
  return (
    <>
      <div className="people-calendar-key">
        <Segmented
          aria-label="Coloured by"
          value={byDepartment ? "department" : "type"}
          options={[
            { value: "type", label: "By type" },
            { value: "department", label: "By department" },
          ]}
          onChange={(by) => change({ color: by === "department" ? by : null }, { replace: true })}
        />
        <ul className="sr-bare" aria-label="Colours">
          {legendOf(rows).map(([label, color]) => (
            <li key={label} style={{ borderColor: color }}>
              {label}
            </li>
          ))}
        </ul>
      </div>
      <SchedulePiece
        spans={[]}
        span={span}
        day={day}
        label={shown.meta.title}
        tooMany={tooMany}
        called={weeksCalled(years, span, day)}
        isTimed
        isRead={!!page?.data}
        rows={drawn}
        empty={
          page?.data &&
          !tooMany &&
          !rows.length && (
            <Empty
              shown={shown}
              days={days}
              addressOf={(at) => go(view, at)}
              onCreate={onCreate && (() => onCreate(draftOf(hourOf(day))))}
            />
          )
        }
        lanes={lanes}
        onCreate={onCreate && ((slot) => onCreate(draftOf(slot, lanes)))}
        onMove={move}
        show={({ day: at }) => void navigate(go(view, at ?? day), { replace: true })}
        views={{ label: "View", value: view, options, onChoose: (next) => void navigate(go(next as View, day)) }}
        busy={!!page?.isFetching}
        error={page?.data ? null : (page?.error ?? null)}
        onRetry={() => void page?.refetch()}
      />
      {dialogs}
    </>
  );
}

export const MyCalendar = () => (
  <Calendar
    list="/events/my"
    base="/calendar"
    tools={
      <>
        <Import />
        <Subscribe />
      </>
    }
  />
);
export const CompanyCalendar = () => <Calendar list="/events" base="/companyCalendar" hasLanes />;
