import { api, ApiError, GoneBack, invalidate, newKey, type QueryValue } from "@staffroom/api";
import type { ListMeta } from "@staffroom/contract";
import { FieldFormDialog, type Values } from "@staffroom/form";
import { inLondon, type Slot, type Spanned } from "@staffroom/screen";
import { attempt, formatDateTime, toast, useConfirming, useDialogs, type Said } from "@staffroom/ui";
import { useId, useState, type ReactNode } from "react";
import { idIn, momentsOf, type EventRow } from "./model";
import { OfCourse, useEndFollows } from "./of-course";
import { PeopleChoice, type Somebody } from "./people-choice";
import { useQuestion } from "./question";
import { never, ruleOf } from "./repeats";
import { RepeatsForm } from "./repeats-form";
import { ScopeDialog, type Scope } from "./scope";
import { useInsisting, type Wanted } from "./taken";

/** The initial values of a new event. */
export type Draft = { values: Values; people: readonly Somebody[] };

/** Returns the draft for a free time; a lane gives the tutor or the room. */
export function draftOf({ lane = "", ...slot }: Slot, lanes: readonly { id: string; title: string }[] = []): Draft {
  const id = idIn(lane);
  const name = lanes.find((one) => one.id === lane)?.title ?? "";
  return {
    values: {
      type: "tutorial",
      ...momentsOf(slot),
      allDay: slot.isWhole,
      ...(lane.startsWith("room:") && id && { locationId: id }),
    },
    people: lane.startsWith("tutor:") && id ? [{ kind: "tutor", id, name }] : [],
  };
}

/**
 * Returns a draft filled in by another screen, from the JSON of `new` in the address: title, type, course and people.
 */
export function filledIn(draft: Draft, asked: string | null): Draft {
  if (!asked?.startsWith("{")) return draft;
  try {
    const { title, type, courseId, people } = JSON.parse(asked) as Partial<{
      title: string;
      type: string;
      courseId: number;
      people: Somebody[];
    }>;
    return {
      values: { ...draft.values, ...(title && { title }), ...(type && { type }), ...(courseId && { courseId }) },
      people: Array.isArray(people) ? people : draft.people,
    };
  } catch {
    return draft;
  }
}

/** The dialog for a new event. */
export function NewEvent({ meta, draft, onClose }: { meta: ListMeta; draft: Draft; onClose: () => void }) {
  const base = useId();
  const [people, setPeople] = useState(draft.people);
  const [repeats, setRepeats] = useState(never);
  const [insist, taken] = useInsisting();
  const follow = useEndFollows(draft.values);
  const fields = (meta.add?.fields ?? []).filter(({ name }) => name !== "overrideReason");
  const book = (values: Values) => {
    const { start, end, courseId, locationId } = values as Pick<Wanted, "start" | "end" | "courseId" | "locationId">;
    const named = people.map(({ kind, id }) => ({ kind, id }));
    const rule = ruleOf(repeats, inLondon(start).slice(0, 10));
    return insist(
      (way) => api.post("/events", { ...values, people: named, rule, ...way }, { idempotencyKey: newKey() }),
      { start, end, people, courseId, locationId },
    );
  };
  return (
    <>
      <FieldFormDialog
        open
        title="New event"
        submitLabel="Book event"
        fields={fields}
        initial={draft.values}
        follow={follow}
        to={book}
        onCancel={onClose}
        onDone={() => {
          toast.success("Event booked");
          void invalidate("/events");
          onClose();
        }}
      >
        {(form) => (
          <>
            <OfCourse form={form} begun={draft.values.courseId} onPeople={setPeople} />
            <div className="sr-field sr-field-wide">
              <div className="sr-field-label">
                <label htmlFor={`${base}-people`}>People</label>
              </div>
              <PeopleChoice id={`${base}-people`} value={people} onChange={setPeople} />
              <div className="sr-help">Without anybody named, the tutors and students of the course are on it.</div>
            </div>
            <div className="sr-field sr-field-wide">
              <div className="sr-field-label">
                <label htmlFor={`${base}-repeats`}>Repeats</label>
              </div>
              <RepeatsForm
                id={`${base}-repeats`}
                value={repeats}
                day={inLondon(String(form.drafts.start || draft.values.start)).slice(0, 10)}
                onChange={setRepeats}
              />
            </div>
          </>
        )}
      </FieldFormDialog>
      {taken}
    </>
  );
}

type EventValues = Record<string, QueryValue>;
/** Returns an event's tutor before and after a move between columns; null if it has none. */
type OtherTutor = { before: number | null; after: number | null };
const tutorLane = "tutor:";

/** Moves and resizes events; returns false if one stays unchanged. Render `dialogs`. */
export function useMoving(
  rowOf: (id: string) => EventRow | undefined,
): [move: (row: Spanned, to: Slot, from?: string) => Promise<boolean>, dialogs: ReactNode] {
  const [insist, taken] = useInsisting();
  const [askScope, scopes] = useQuestion<string, Scope>((title, answer) => (
    <ScopeDialog title={title} onAnswer={answer} />
  ));
  const confirming = useConfirming();
  const { ask } = useDialogs();
  /** Saves the `changed` ones of `values`, if the event still has the values of `seen`. */
  const send = async (
    id: number,
    changed: readonly string[],
    values: EventValues,
    seen: EventValues,
    scope: Scope,
    tutors: OtherTutor | null,
    said: Said = {},
  ) => {
    if (tutors)
      await api.post(`/events/${id}/people`, {
        kind: "tutor",
        ...pick(values, changed),
        oldValues: pick(seen, changed),
        ...tutors,
        scope,
        ...said,
      });
    else
      await api.put(`/events/${id}`, {
        changes: changed.map((field) => ({ field, newValue: values[field], oldValue: seen[field] })),
        scope,
        ...said,
      });
    // Undo is offered when the rows are those after the move: unchanged rows do not render again.
    await invalidate("/events");
  };
  const move = async ({ id, isWhole }: Spanned, to: Slot, from = ""): Promise<boolean> => {
    const row = rowOf(id);
    if (!row || isWhole !== to.isWhole) return false;
    const scope = row.seriesId === null ? "this" : await askScope(row.title);
    if (!scope) return false;
    const times = momentsOf(to);
    const tutors = to.lane?.startsWith(tutorLane) ? { before: idIn(from), after: idIn(to.lane) } : null;
    const locationId = to.lane === undefined || tutors ? row.locationId : idIn(to.lane);
    const people = (row.people ?? []).filter(({ kind, id: person }) => kind !== "tutor" || person !== tutors?.before);
    if (tutors?.after) people.push({ kind: "tutor", id: tutors.after, name: "" } as (typeof people)[number]);
    let before: EventValues = {
      start: row.start,
      end: row.end,
      locationId: row.locationId,
      overrideReason: row.overrideReason,
    };
    let changed: string[] = [];
    let after: EventValues = before;
    const write = async () => {
      for (;;) {
        try {
          return await confirming((said) => send(row.id as number, changed, after, before, scope, tutors, said));
        } catch (error) {
          const present = presentOf(error);
          if (!present) throw error;
          if (
            !(await ask({
              title: "Changed in the meantime",
              text: changedText(row.title, present),
              yes: "Move it anyway",
              no: "Leave it as it is now",
            }))
          ) {
            await invalidate("/events");
            throw new GoneBack();
          }
          before = { ...before, ...present };
        }
      }
    };
    const done = await attempt(() =>
      insist(
        async (way) => {
          after = { ...before, ...times, locationId, ...(way as Partial<EventValues>) };
          changed = Object.keys(before).filter((field) => after[field] !== before[field]);
          await write();
        },
        { ...times, people, courseId: row.courseId ?? null, locationId: locationId ?? null },
      ),
    );
    const back = tutors && { before: tutors.after, after: tutors.before };
    const undo = async () => {
      try {
        await send(row.id as number, changed, before, after, scope, back, { confirm: true });
      } catch (error) {
        if (presentOf(error)) toast.refusal("It was changed again since, so it stays as it is now", row.title);
        else toast.error(error);
        await invalidate("/events");
      }
    };
    if (done) toast.undoable("Event moved", () => void undo());
    return done;
  };
  return [
    move,
    <>
      {taken}
      {scopes}
    </>,
  ];
}

/** Returns an event's present values from the refusal of an outdated move; null for any other refusal. */
function presentOf(error: unknown): EventValues | null {
  if (!(error instanceof ApiError) || error.code !== "changed_meanwhile" || typeof error.body !== "object") return null;
  return (error.body?.values ?? null) as EventValues | null;
}

function changedText(title: string, { start, end }: EventValues): string {
  const times = [
    typeof start === "string" && `begins on ${formatDateTime(start)}`,
    typeof end === "string" && `ends on ${formatDateTime(end)}`,
  ].filter(Boolean);
  return times.length
    ? `Somebody moved ${title} while you did. It now ${times.join(" and ")}.`
    : `Somebody changed ${title} while you moved it.`;
}

const pick = (values: EventValues, names: readonly string[]): EventValues =>
  Object.fromEntries(names.map((name) => [name, values[name]]));
