import { api, invalidate } from "@staffroom/api";
import { type Answer, personPaths, type PersonKind } from "@staffroom/contract";
import { useFields } from "@staffroom/form";
import { formatCount, IconButton, PlainTable, toast, useAttempt, useConfirming } from "@staffroom/ui";
import { Select } from "antd";
import { Link } from "react-router";
import type { CalendarEvent } from "../types";
import { PeopleChoice, type Somebody } from "./people-choice";
import { useQuestion } from "./question";
import { ScopeDialog, type Scope } from "./scope";
import { useInsisting } from "./taken";

type Person = CalendarEvent["people"][number];

/** The persons on an event with their responses; the office adds, removes and responds for them. */
export function PeopleOn({ event, reload }: { event: CalendarEvent; reload: () => void }) {
  const { fields } = useFields("/events/people");
  const [insist, taken] = useInsisting();
  const confirming = useConfirming();
  const [busy, run] = useAttempt();
  const mayChange = event.may.changePeople === true && event.status === "active";
  const options = (field: string) =>
    (fields.get(field)?.options ?? []).map(({ value, label }) => ({ value: String(value), label }));
  const labelOf = (field: string, value: string) => options(field).find((one) => one.value === value)?.label;
  const change = (work: () => Promise<unknown>, name: string) =>
    run(async () => {
      await work();
      await invalidate("/events");
      reload();
    }, name);
  const [askScope, scopes] = useQuestion<string, Scope>((title, answer) => (
    <ScopeDialog title={title} onAnswer={answer} />
  ));
  /** Adds a person to this event or removes them, also on other dates of its series. */
  const send = async (
    person: Pick<Somebody, "kind" | "id">,
    what: "after" | "before",
    scope: Scope,
    way: object = {},
  ) => {
    const body = { kind: person.kind, [what]: person.id, scope, ...way };
    const { events } = await confirming((said) =>
      api.post<Answer<"people", "/events/{id}/people", "post">>(`/events/${event.id}/people`, { ...body, ...said }),
    );
    return events;
  };
  const scopeOf = () => (event.series ? askScope(event.title) : ("this" as const));
  const addTo = (scope: Scope, person: Somebody) =>
    change(async () => {
      const wanted = {
        start: event.start,
        end: event.end,
        people: [...event.people, person],
        courseId: null,
        locationId: event.locationId,
      };
      const events = await insist((way) => send(person, "after", scope, way), wanted);
      if (scope !== "this") toast.success(`${person.name} is on ${formatCount(events, "more event", "more events")}`);
    }, "add");
  const add = async (person: Somebody) => {
    const scope = await scopeOf();
    if (scope) await addTo(scope, person);
  };
  const remove = async (person: Person) => {
    const scope = await scopeOf();
    if (!scope) return;
    await change(async () => {
      const events = await send(person, "before", scope);
      if (scope === "this") toast.undoable(`${person.name} is off the event`, () => void addTo(scope, person));
      else toast.success(`${person.name} is off ${formatCount(events, "event", "events")}`);
    }, String(person.ewpId));
  };
  const answer = ({ ewpId }: Person, newValue: string) =>
    change(() => api.put(`/events/people/${ewpId}`, { field: "status", newValue }), `answer ${ewpId}`);
  return (
    <>
      <PlainTable
        stacks
        rows={event.people}
        keyOf={({ ewpId }) => ewpId}
        columns={[
          {
            title: "Who",
            cell: ({ kind, id, name }) => <Link to={`${personPaths[kind as PersonKind]}/${id}`}>{name}</Link>,
          },
          { title: "As", cell: ({ kind }) => labelOf("kind", kind) },
          {
            title: "Answer",
            cell: (person) =>
              mayChange ? (
                <Select
                  size="small"
                  variant="borderless"
                  aria-label={`Answer of ${person.name}`}
                  popupMatchSelectWidth={false}
                  loading={busy === `answer ${person.ewpId}`}
                  value={person.status}
                  options={options("status")}
                  onChange={(next) => void answer(person, next)}
                />
              ) : (
                labelOf("status", person.status)
              ),
          },
          ...(mayChange
            ? [
                {
                  title: "",
                  cell: (person: Person) => (
                    <IconButton
                      label={`Take ${person.name} off`}
                      icon="close"
                      loading={busy === String(person.ewpId)}
                      onClick={() => void remove(person)}
                    />
                  ),
                },
              ]
            : []),
        ]}
        empty="Nobody is on this event yet."
      />
      {mayChange && (
        <div className="people-add">
          <PeopleChoice
            id="people-add"
            label="Add a person"
            value={[]}
            onChange={([person]) => person && void add(person)}
          />
        </div>
      )}
      {taken}
      {scopes}
    </>
  );
}
