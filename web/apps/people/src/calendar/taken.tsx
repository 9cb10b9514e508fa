import { api, ApiError, GoneBack } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import type { Values } from "@staffroom/form";
import { inLondon } from "@staffroom/screen";
import { ActionButton, Dialog, formatDateTime, Refusable } from "@staffroom/ui";
import { Button, Input } from "antd";
import dayjs from "dayjs";
import { useId, useState, type ReactNode } from "react";
import { takenOf, type Conflict } from "./conflicts";
import type { Somebody } from "./people-choice";
import { useQuestion } from "./question";

/** The wanted time of an event, its people and its room. */
export type Wanted = {
  start: string;
  end: string;
  people: readonly Somebody[];
  courseId: number | null;
  locationId: number | null;
};
/** Book despite conflicts, or at another time. */
export type Way = { overrideReason: string } | { start: string; end: string };
type FreeSlot = Answer<"people", "/events/free", "post">[number];

/** Returns the people who are busy, from a refusal that names them; null for any other refusal. */
function conflictsOf(error: unknown): readonly Conflict[] | null {
  if (!(error instanceof ApiError) || error.code !== "already_booked" || typeof error.body !== "object") return null;
  return (error.body as { conflicts?: Conflict[] } | null)?.conflicts ?? [];
}

/** The longest event for which the server suggests a time, in minutes. */
const longest = 720;

/** Shows who is busy with what, and offers another time or booking anyway. */
function TakenDialog({
  conflicts,
  wanted,
  onAnswer,
}: {
  conflicts: readonly Conflict[];
  wanted: Wanted;
  onAnswer: (way: Way | null) => void;
}) {
  const id = useId();
  const [reason, setReason] = useState("");
  const [slots, setSlots] = useState<readonly FreeSlot[] | null>(null);
  const minutes = dayjs(wanted.end).diff(dayjs(wanted.start), "minute");
  const find = async () => {
    const { people, courseId, locationId, start } = wanted;
    setSlots(
      await api.post<FreeSlot[]>("/events/free", {
        people: people.map(({ kind, id: number }) => ({ kind, id: number })),
        courseId: people.length ? null : courseId,
        locationId,
        minutes,
        fromDay: inLondon(start).slice(0, 10),
      }),
    );
  };
  return (
    <Dialog
      open
      title="Already booked"
      width={640}
      onCancel={() => onAnswer(null)}
      footer={
        <div className="people-taken-foot">
          <label htmlFor={id}>Reason to book it anyway</label>
          <Input id={id} value={reason} maxLength={200} onChange={({ target }) => setReason(target.value)} />
          <div>
            <Button onClick={() => onAnswer(null)}>Go back</Button>
            <Refusable refusal={!reason.trim() && "Enter the reason to book it anyway"}>
              <Button type="primary" onClick={() => onAnswer({ overrideReason: reason.trim() })}>
                Book it anyway
              </Button>
            </Refusable>
          </div>
        </div>
      }
    >
      <ul className="people-taken sr-bare" aria-label="At the same time">
        {takenOf(conflicts).map(({ id: other, title, when, names }) => (
          <li key={other}>
            <b>{title}</b> <span>{when}</span> <span>{names}</span>
          </li>
        ))}
      </ul>
      {minutes <= longest && !slots && (
        <p>
          <ActionButton run={find}>Next free times</ActionButton>
        </p>
      )}
      {slots && (
        <ul className="people-slots sr-bare" aria-label="Next free times">
          {slots.map(({ start, end }) => (
            <li key={start}>
              <Button onClick={() => onAnswer({ start, end })}>{formatDateTime(start)}</Button>
            </li>
          ))}
          {!slots.length && <li>No time within working hours is free in the next 60 days.</li>}
        </ul>
      )}
    </Dialog>
  );
}

/** Sends a booking, and asks how to continue if somebody is busy. */
export function useInsisting(): [
  send: <T>(book: (way: Partial<Values>) => Promise<T>, wanted: Wanted) => Promise<T>,
  dialog: ReactNode,
] {
  const [ask, dialog] = useQuestion<{ conflicts: readonly Conflict[]; wanted: Wanted }, Way>((question, answer) => (
    <TakenDialog {...question} onAnswer={answer} />
  ));
  const send = async <T,>(book: (way: Partial<Values>) => Promise<T>, wanted: Wanted): Promise<T> => {
    for (let way: Partial<Values> = {}; ;) {
      try {
        return await book(way);
      } catch (error) {
        const conflicts = conflictsOf(error);
        const choice = conflicts && (await ask({ conflicts, wanted: { ...wanted, ...way } }));
        if (!conflicts) throw error;
        if (!choice) throw new GoneBack();
        way = { ...way, ...choice };
      }
    }
  };
  return [send, dialog];
}
