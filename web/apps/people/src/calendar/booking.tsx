import { api, invalidate, newKey, type QueryValue } from "@staffroom/api";
import type { ListMeta } from "@staffroom/contract";
import { FieldFormDialog, type Values } from "@staffroom/form";
import { inLondon, type Slot, type Spanned } from "@staffroom/screen";
import { attempt, toast } from "@staffroom/ui";
import { useId, useState, type ReactNode } from "react";
import { idIn, momentsOf, type EventRow } from "./model";
import { PeopleChoice, type Somebody } from "./people-choice";
import { useQuestion } from "./question";
import { never, ruleOf } from "./repeats";
import { RepeatsForm } from "./repeats-form";
import { ScopeDialog, type Scope } from "./scope";
import { conflictsOf, TakenDialog, type Conflict, type Wanted, type Way } from "./taken";

/** What a new event begins with. */
export type Draft = { values: Values; people: readonly Somebody[] };

/** The draft of a free time; a lane says the tutor or the room. */
export function draftOf({ lane = "", ...slot }: Slot, lanes: readonly { id: string; title: string }[] = []): Draft {
  const id = idIn(lane);
  const name = lanes.find((one) => one.id === lane)?.title ?? "";
  return {
    values: { type: "tutorial", ...momentsOf(slot), allDay: slot.isWhole, ...(lane.startsWith("room:") && id && { locationId: id }) },
    people: lane.startsWith("tutor:") && id ? [{ kind: "tutor", id, name }] : [],
  };
}

/** Sends a booking, and asks for a way where somebody is busy. */
function useInsisting(): [send: <T>(book: (way: Partial<Values>) => Promise<T>, wanted: Wanted) => Promise<T>, dialog: ReactNode] {
  const [ask, dialog] = useQuestion<{ conflicts: readonly Conflict[]; wanted: Wanted }, Way>((question, answer) => <TakenDialog {...question} onAnswer={answer} />);
  const send = async <T,>(book: (way: Partial<Values>) => Promise<T>, wanted: Wanted): Promise<T> => {
    for (let way: Partial<Values> = {}; ; ) {
      try {
        return await book(way);
      } catch (error) {
        const conflicts = conflictsOf(error);
        const found = conflicts && (await ask({ conflicts, wanted: { ...wanted, ...way } }));
        if (!found) throw error;
        way = { ...way, ...found };
      }
    }
  };
  return [send, dialog];
}

/** The dialog of a new event. */
export function NewEvent({ meta, draft, onClose }: { meta: ListMeta; draft: Draft; onClose: () => void }) {
  const base = useId();
  const [people, setPeople] = useState(draft.people);
  const [repeats, setRepeats] = useState(never);
  const [insist, taken] = useInsisting();
  const fields = (meta.add?.fields ?? []).filter(({ name }) => name !== "overrideReason");
  const book = (values: Values) => {
    const { start, end, courseId, locationId } = values as Pick<Wanted, "start" | "end" | "courseId" | "locationId">;
    const named = people.map(({ kind, id }) => ({ kind, id }));
    const rule = ruleOf(repeats, inLondon(start).slice(0, 10));
    return insist((way) => api.post("/events", { ...values, people: named, rule, ...way }, { idempotencyKey: newKey() }), { start, end, people, courseId, locationId });
  };
  return (
    <>
      <FieldFormDialog
        open title="New event" submitLabel="Book event" fields={fields} initial={draft.values} to={book} onCancel={onClose}
        onDone={() => {
          toast.success("Event booked");
          void invalidate("/events");
          onClose();
        }}
      >
        {(form) => (
          <>
            <div className="sr-field sr-field-wide">
              <div className="sr-field-label"><label htmlFor={`${base}-people`}>People</label></div>
              <PeopleChoice id={`${base}-people`} value={people} onChange={setPeople} />
              <div className="sr-help">Without anybody named, the tutors and students of the course are on it.</div>
            </div>
            <div className="sr-field sr-field-wide">
              <div className="sr-field-label"><label htmlFor={`${base}-repeats`}>Repeats</label></div>
              <RepeatsForm id={`${base}-repeats`} value={repeats} day={inLondon(String(form.drafts.start || draft.values.start)).slice(0, 10)} onChange={setRepeats} />
            </div>
          </>
        )}
      </FieldFormDialog>
      {taken}
    </>
  );
}

type Change = { field: string; newValue: QueryValue; oldValue: QueryValue };

/** Moves and stretches events; false where one stays as it was. Render `dialogs`. */
export function useMoving(rowOf: (id: string) => EventRow | undefined): [move: (row: Spanned, to: Slot, from?: string) => Promise<boolean>, dialogs: ReactNode] {
  const [insist, taken] = useInsisting();
  const [askScope, scopes] = useQuestion<string, Scope>((title, answer) => <ScopeDialog title={title} onAnswer={answer} />);
  const put = async (id: number, changes: readonly Change[], scope: Scope) => {
    await api.put(`/events/${id}`, { changes: changes.map(({ field, newValue }) => ({ field, newValue })), scope });
    // Undo is offered when the rows are those after the move: rows that look unchanged are not drawn again.
    await invalidate("/events");
  };
  const move = async ({ id, isWhole }: Spanned, to: Slot): Promise<boolean> => {
    const row = rowOf(id);
    if (!row || isWhole !== to.isWhole) return false;
    if (to.lane?.startsWith("tutor:")) {
      toast.refusal("Please open the event to change who is on it");
      return false;
    }
    const scope = row.seriesId === null ? "this" : await askScope(row.title);
    if (!scope) return false;
    const times = momentsOf(to);
    const locationId = to.lane === undefined ? row.locationId : idIn(to.lane);
    let changes: readonly Change[] = [];
    const done = await attempt(() => insist(async (way) => {
      const after: Record<string, QueryValue> = { ...times, locationId, overrideReason: row.overrideReason, ...(way as Partial<Record<string, QueryValue>>) };
      const before: Record<string, QueryValue> = { start: row.start, end: row.end, locationId: row.locationId, overrideReason: row.overrideReason };
      changes = Object.keys(after).map((field) => ({ field, newValue: after[field], oldValue: before[field] })).filter(({ newValue, oldValue }) => newValue !== oldValue);
      await put(row.id as number, changes, scope);
    }, { ...times, people: row.people ?? [], courseId: row.courseId ?? null, locationId: locationId ?? null }));
    if (done) toast.undoable("Event moved", () => void attempt(() => put(row.id as number, changes.map(({ field, newValue, oldValue }) => ({ field, newValue: oldValue, oldValue: newValue })), scope)));
    return done;
  };
  return [move, <>{taken}{scopes}</>];
}
