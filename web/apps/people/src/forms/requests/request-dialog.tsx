import { api, invalidate, newKey } from "@staffroom/api";
import { FieldInput } from "@staffroom/form";
import { Dialog, formatCount, PlainTable, Refusable, StatusTag, toast, useAttempt } from "@staffroom/ui";
import { Button, Input, Segmented, Select } from "antd";
import { useId, useRef, useState } from "react";
import { nameOf, usePeopleSearch } from "../../people-search";
import type { FormRecord } from "../types";

type Way = "people" | "course";
type Chosen = { value: number; label: string };
/** The outcome for one person; `refusal` is empty where they were, or would be, asked. */
type Line = { kind: string; id: number; name: string; aboutName: string; refusal: string };
type Outcome = { asked: number; refused: number; results: Line[] };

const ways: readonly { value: Way; label: string }[] = [{ value: "people", label: "People" }, { value: "course", label: "Students of a course" }];
const kinds: readonly { value: string; label: string }[] = [
  { value: "student", label: "Students" }, { value: "client", label: "Clients" }, { value: "tutor", label: "Tutors" }, { value: "staff", label: "Staff" },
  { value: "candidate", label: "Candidates" }, { value: "invigilator", label: "Invigilators" },
];
const askedOfStudents: readonly { value: string; label: string }[] = [{ value: "person", label: "The students" }, { value: "clients", label: "Their parents or guardians" }];

/** Requests a form from people: whom it would ask first, then the result for each. */
export function RequestDialog({ form, onClose }: { form: FormRecord; onClose: () => void }) {
  const id = useId();
  const key = useRef(newKey());
  const [way, setWay] = useState<Way>("people");
  const [kind, setKind] = useState("student");
  const [to, setTo] = useState((form.audience as string[] | undefined)?.includes("student") === false ? "clients" : "person");
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [deadline, setDeadline] = useState<unknown>("");
  const [note, setNote] = useState("");
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isDone, setDone] = useState(false);
  const [busy, attempt] = useAttempt();
  const isOfStudents = way === "course" || kind === "student";
  const body = (dry: boolean) => ({
    ...(way === "people" ? { kind, personIds: chosen.map(({ value }) => value) } : { courseId: chosen[0]?.value }),
    ...(isOfStudents ? { to } : {}), deadline, note: note.trim(), ...(dry ? { dry } : {}),
  });
  const change = <T,>(set: (value: T) => void) => (value: T) => {
    setOutcome(null);
    key.current = newKey();
    set(value);
  };
  const preview = () => attempt(async () => setOutcome(await api.post<Outcome>(`/form/${form.id}/requests`, body(true))), "preview");
  const send = () => attempt(async () => {
    const result = await api.post<Outcome>(`/form/${form.id}/requests`, body(false), { idempotencyKey: key.current });
    setOutcome(result);
    setDone(true);
    await invalidate("/form/requests");
    toast.success(`${form.title} was requested from ${formatCount(result.asked, "person", "people")}`);
  }, "send");
  const missing = !chosen.length ? way === "people" ? "Choose at least one person" : "Choose the course" : !deadline ? "Enter the deadline" : null;
  return (
    <Dialog
      open width={720} title={`Request ${form.title}`} onCancel={onClose}
      footer={isDone ? <Button type="primary" onClick={onClose}>Close</Button> : (
        <>
          <Button onClick={onClose}>Go back</Button>
          {outcome ? <Refusable refusal={!outcome.asked && "Nobody would be asked"}><Button type="primary" loading={busy === "send"} onClick={() => void send()}>Request from {formatCount(outcome.asked, "person", "people")}</Button></Refusable>
            : <Refusable refusal={missing}><Button type="primary" loading={busy === "preview"} onClick={() => void preview()}>Show who is asked</Button></Refusable>}
        </>
      )}
    >
      {!isDone && (
        <>
          <Segmented aria-label="Whom to ask" value={way} options={[...ways]} onChange={(next) => { change(setWay)(next as Way); setChosen([]); }} />
          {way === "people" && (
            <div className="forms-prop">
              <label className="forms-prop-label" htmlFor={`${id}-kind`}>Kind of person</label>
              <Select id={`${id}-kind`} style={{ width: "100%" }} options={[...kinds]} value={kind} onChange={(next: string) => { change(setKind)(next); setChosen([]); }} />
            </div>
          )}
          <Choice key={`${way} ${kind}`} kind={way === "course" ? "course" : kind} isMany={way === "people"} value={chosen} onChange={change(setChosen)} />
          {isOfStudents && (
            <div className="forms-prop">
              <label className="forms-prop-label" htmlFor={`${id}-to`}>Who fills it in</label>
              <Select id={`${id}-to`} style={{ width: "100%" }} options={[...askedOfStudents]} value={to} onChange={change(setTo)} />
            </div>
          )}
          <div className="forms-prop">
            <label className="forms-prop-label" htmlFor={`${id}-deadline`}>Deadline</label>
            <FieldInput id={`${id}-deadline`} field={{ name: "deadline", title: "Deadline", type: "datetime", required: true, time: "23:59" }} value={deadline} onChange={change(setDeadline)} />
            <div className="sr-help">They are reminded 7 days and 1 day before, on the day, and 3 and 7 days after it.</div>
          </div>
          <div className="forms-prop">
            <label className="forms-prop-label" htmlFor={`${id}-note`}>Note in the request</label>
            <Input.TextArea id={`${id}-note`} rows={2} maxLength={1000} value={note} onChange={({ target }) => change(setNote)(target.value)} />
          </div>
        </>
      )}
      {outcome && (
        <section aria-live="polite">
          <h3>{isDone ? "Results" : "Who is asked"}</h3>
          <div className="forms-lines-box">
            <PlainTable
              rows={outcome.results} keyOf={({ kind: of, id: person, aboutName }) => `${of} ${person} ${aboutName}`} empty="Nobody" stacks
              columns={[
                { title: "Person", head: true, cell: ({ name }) => name },
                { title: "About", cell: ({ aboutName }) => aboutName || "–" },
                { title: "Result", cell: ({ refusal }) => <><StatusTag label={refusal ? "Left out" : isDone ? "Requested" : "Is asked"} color={refusal ? "grey" : "green"} />{refusal && <span className="sr-muted"> {refusal}</span>}</> },
              ]}
            />
          </div>
        </section>
      )}
    </Dialog>
  );
}

type ChoiceProps = { kind: string; isMany: boolean; value: readonly Chosen[]; onChange: (chosen: readonly Chosen[]) => void };

/** People of a kind, or a course, found by name. */
function Choice({ kind, isMany, value, onChange }: ChoiceProps) {
  const id = useId();
  const { hits, select } = usePeopleSearch(kind, "Nothing of this name");
  return (
    <div className="forms-prop">
      <label className="forms-prop-label" htmlFor={id}>{isMany ? "People" : "Course"}</label>
      <Select
        id={id} labelInValue mode={isMany ? "multiple" : undefined} style={{ width: "100%" }} {...select}
        options={hits.map((hit) => ({ value: hit.id, label: nameOf(hit) }))}
        value={(isMany ? value : value[0] ?? null) as Chosen[]} onChange={(next: Chosen | Chosen[] | undefined) => onChange([next ?? []].flat())}
      />
    </div>
  );
}
