import { invalidate } from "@staffroom/api";
import type { RecordData, RecordPieceProps } from "@staffroom/contract";
import { FieldValue, sameValue, useFields, useRecordSaved } from "@staffroom/form";
import { Grid, saveFields, type GridColumn, type GridProps } from "@staffroom/grid";
import { Facts, FieldsSkeleton } from "@staffroom/ui";
import { useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { changedWeek, clockOf, rowsOf, spanCount, type DayRow, type Span } from "./week-hours";

export type Hours = RecordData & { organisationId: number; hours: Span[] | null };

const ordinals = ["", "2nd ", "3rd "];
const titled = (place: number, word: string) => {
  const title = `${ordinals[place] ?? `${place + 1}th `}${word}`;
  return title.charAt(0).toUpperCase() + title.slice(1);
};

type WeekProps = { thing: string; record: RecordData; name: string };

/** Working hours in a field of a record: a row for each day, its times side by side. */
function Week({ thing, record, name }: WeekProps) {
  const { fields } = useFields(thing);
  const path = `${thing}/${record.id}`;
  const saved = useRecordSaved(
    path,
    useCallback(() => void invalidate(thing), [thing]),
  );
  const field = fields.get(name);
  const value = record[name] as readonly Span[] | null | undefined;
  const hours = useMemo(() => value ?? [], [value]);
  const mayEdit = !!record.may?.edit?.includes(name);
  const days = useMemo(
    () => (field?.columns?.find(({ name }) => name === "day")?.options ?? []).map(({ value }) => String(value)),
    [field],
  );
  const spans = spanCount(hours, days);
  /** The last saved hours: the next call may be sent before the screen renders again. */
  const latest = useRef(hours);
  useLayoutEffect(() => {
    latest.current = hours;
  }, [hours]);
  const rows = useMemo(() => rowsOf(hours, days, spans), [hours, days, spans]);
  const columns = useMemo<readonly GridColumn<DayRow>[]>(
    () => [
      { name: "day", title: "Day", width: 110, frozen: true, readOnly: true },
      ...Array.from({ length: spans }, (_, place): GridColumn<DayRow>[] => [
        { name: `start${place}`, title: titled(place, "from"), width: 96, read: clockOf, readOnly: !mayEdit },
        { name: `end${place}`, title: titled(place, "to"), width: 96, read: clockOf, readOnly: !mayEdit },
      ]).flat(),
    ],
    [spans, mayEdit],
  );
  if (!field) return <FieldsSkeleton />;
  const save: GridProps<DayRow>["save"] = async (changes, shown) => {
    const plan = changedWeek(latest.current, days, spans, shown, changes);
    if (sameValue(plan.hours, latest.current)) return plan.refusals;
    const whole = { row: path, name, value: plan.hours, before: latest.current };
    const [refused] = await saveFields([whole], {
      pathOf: () => path,
      onSaved: (answer) => {
        latest.current = answer.value as readonly Span[];
        saved(answer);
      },
    });
    return refused
      ? changes.map((change) => ({ row: change.row, name: change.name, text: refused.text }))
      : plan.refusals;
  };
  return (
    <Grid rows={rows} rowKey="day" label="Working hours" columns={columns} save={save} draftKey={`${path}#${name}`} />
  );
}

/** The working hours of an organisation. */
export default function OrganisationHours({ record, thing }: RecordPieceProps<Hours>) {
  const organisation = useFields(thing).fields.get("organisationId");
  return (
    <>
      <Facts
        facts={{
          [organisation?.title ?? "Organisation"]: organisation && (
            <FieldValue field={organisation} value={record.organisationId} />
          ),
        }}
      />
      <Week thing={thing} record={record} name="hours" />
    </>
  );
}

/** The working hours of a person. */
export function Availability({ record, thing }: RecordPieceProps) {
  return <Week thing={thing} record={record} name="availability" />;
}
