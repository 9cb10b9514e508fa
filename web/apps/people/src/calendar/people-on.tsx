import { api, invalidate } from "@staffroom/api";
import { useFields } from "@staffroom/form";
import { IconButton, PlainTable, toast, useAttempt } from "@staffroom/ui";
import { Select } from "antd";
import { Link } from "react-router";
import { things, type CalendarEvent, type Kind } from "../types";
import { PeopleChoice, type Somebody } from "./people-choice";
import { useInsisting } from "./taken";

type Person = CalendarEvent["people"][number];

/** The persons on an event with what they answered; the office adds, removes and answers for them. */
export function PeopleOn({ event, reload }: { event: CalendarEvent; reload: () => void }) {
  const { fields } = useFields("/events/people");
  const [insist, taken] = useInsisting();
  const [busy, run] = useAttempt();
  const mayChange = event.may.changePeople === true && event.status === "active";
  const options = (field: string) => (fields.get(field)?.options ?? []).map(({ value, label }) => ({ value: String(value), label }));
  const labelOf = (field: string, value: string) => options(field).find((one) => one.value === value)?.label;
  const change = (work: () => Promise<unknown>, name: string) => run(async () => {
    await work();
    await invalidate("/events");
    reload();
  }, name);
  const add = (person: Somebody) => change(() => insist(async (way) => {
    const changes = Object.entries(way).map(([field, newValue]) => ({ field, newValue }));
    if (changes.length) await api.put(`/events/${event.id}`, { changes });
    await api.post("/events/people", { eventId: event.id, kind: person.kind, personId: person.id });
  }, { start: event.start, end: event.end, people: [...event.people, person], courseId: null, locationId: event.locationId }), "add");
  const remove = (person: Person) => change(async () => {
    await api.delete(`/events/people/${person.ewpId}`);
    toast.undoable(`${person.name} is off the event`, () => void add(person));
  }, String(person.ewpId));
  const answer = ({ ewpId }: Person, newValue: string) => change(() => api.put(`/events/people/${ewpId}`, { field: "status", newValue }), `answer ${ewpId}`);
  return (
    <>
      <PlainTable
        stacks
        rows={event.people}
        keyOf={({ ewpId }) => ewpId}
        columns={[
          { title: "Who", cell: ({ kind, id, name }) => <Link to={`${things[kind as Kind]}/${id}`}>{name}</Link> },
          { title: "As", cell: ({ kind }) => labelOf("kind", kind) },
          { title: "Answer", cell: (person) => (mayChange
            ? <Select size="small" variant="borderless" aria-label={`Answer of ${person.name}`} popupMatchSelectWidth={false} loading={busy === `answer ${person.ewpId}`} value={person.status} options={options("status")} onChange={(next) => void answer(person, next)} />
            : labelOf("status", person.status)) },
          ...(mayChange ? [{ title: "", cell: (person: Person) => <IconButton label={`Take ${person.name} off`} icon="x" loading={busy === String(person.ewpId)} onClick={() => void remove(person)} /> }] : []),
        ]}
        empty="Nobody is on this event yet."
      />
      {mayChange && (
        <div className="people-add">
          <PeopleChoice id="people-add" label="Add a person" value={[]} onChange={([person]) => person && void add(person)} />
        </div>
      )}
      {taken}
    </>
  );
}
