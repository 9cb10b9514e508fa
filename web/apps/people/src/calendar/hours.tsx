import { api, invalidate } from "@staffroom/api";
import type { FieldSaved, RecordData, RecordPieceProps } from "@staffroom/contract";
import { FieldValue, sameValue, useFields, useRecordSaved } from "@staffroom/form";
import { Grid, type GridColumn, type GridProps } from "@staffroom/grid";
import { Facts, FieldsSkeleton } from "@staffroom/ui";
import { useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { changedWeek, clockOf, rowsOf, spanCount, type DayRow, type Span } from "./week-hours";

export type Hours = RecordData & { organisationId: number; hours: Span[] | null };

const ordinals = ["", "2nd ", "3rd "];
const titled = (place: number, word: string) => {
  const title = `${ordinals[place] ?? `${place + 1}th `}${word}`;
  return title.charAt(0).toUpperCase() + title.slice(1);
};

/** The working hours of an organisation: a row for each day, its times side by side. */
export default function WeekHours({ record, thing }: RecordPieceProps<Hours>) {
  const { fields } = useFields(thing);
  const path = `${thing}/${record.id}`;
  const saved = useRecordSaved(path, useCallback(() => void invalidate(thing), [thing]));
  const field = fields.get("hours");
  const organisation = fields.get("organisationId");
  const hours = useMemo(() => record.hours ?? [], [record.hours]);
  const mayEdit = !!record.may?.edit?.includes("hours");
  const days = useMemo(() => (field?.columns?.find(({ name }) => name === "day")?.options ?? []).map(({ value }) => String(value)), [field]);
  const spans = spanCount(hours, days);
  /** The hours that were saved last: the next call may go before the screen is drawn again. */
  const latest = useRef(hours);
  useLayoutEffect(() => {
    latest.current = hours;
  }, [hours]);
  const rows = useMemo(() => rowsOf(hours, days, spans), [hours, days, spans]);
  const columns = useMemo<readonly GridColumn<DayRow>[]>(() => [
    { name: "day", title: "Day", width: 110, frozen: true, readOnly: true },
    ...Array.from({ length: spans }, (_, place): GridColumn<DayRow>[] => [
      { name: `start${place}`, title: titled(place, "from"), width: 96, read: clockOf, readOnly: !mayEdit },
      { name: `end${place}`, title: titled(place, "to"), width: 96, read: clockOf, readOnly: !mayEdit },
    ]).flat(),
  ], [spans, mayEdit]);
  if (!field) return <FieldsSkeleton />;
  const save: GridProps<DayRow>["save"] = async (changes, shown) => {
    const plan = changedWeek(latest.current, days, spans, shown, changes);
    if (!sameValue(plan.hours, latest.current)) {
      const answer = await api.put<FieldSaved>(path, { field: field.name, newValue: plan.hours, oldValue: latest.current });
      latest.current = plan.hours;
      saved(answer ?? { field: field.name, value: plan.hours });
    }
    return plan.refusals;
  };
  return (
    <>
      <Facts facts={{ [organisation?.title ?? "Organisation"]: organisation && <FieldValue field={organisation} value={record.organisationId} /> }} />
      <Grid rows={rows} rowKey="day" label="Working hours" columns={columns} save={save} draftKey={`${path}#hours`} />
    </>
  );
}
