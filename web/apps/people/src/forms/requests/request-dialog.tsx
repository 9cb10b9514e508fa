import { api, invalidate, newKey, useApi } from "@staffroom/api";
import { FieldInput } from "@staffroom/form";
import { Dialog, formatCount, PlainTable, Refusable, StatusTag, toast, useAttempt, useDebounced } from "@staffroom/ui";
import { Button, Input, Segmented, Select } from "antd";
import { useId, useRef, useState } from "react";
import type { Hit } from "../../types";
import type { FormRecord } from "../types";

const searchMinimum = 3;
type Way = "people" | "course" | "series";
type Chosen = { value: string; label: string };
/** A result of a request: whom it asks, about whom, or why not. */
type Line = { kind?: string; personId: number; name: string; about?: string | null; state: string; text?: string | null };

const ways: readonly { value: Way; label: string }[] = [{ value: "people", label: "People" }, { value: "course", label: "Students of a course" }, { value: "series", label: "Candidates of a series" }];
const noun: Readonly<Record<Way, string>> = { people: "person", course: "course", series: "series" };
const kinds: Readonly<Record<Exclude<Way, "series">, string>> = { people: "student,client,tutor,staff,candidate,invigilator", course: "course" };

/** Requests a form from people: whom it would ask first, then the result for each. */
export function RequestDialog({ form, onClose }: { form: FormRecord; onClose: () => void }) {
  const id = useId();
  const key = useRef(newKey());
  const [way, setWay] = useState<Way>("people");
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [deadline, setDeadline] = useState<unknown>("");
  const [note, setNote] = useState("");
  const [lines, setLines] = useState<Line[] | null>(null);
  const [isDone, setDone] = useState(false);
  const [busy, attempt] = useAttempt();
  const wanted = lines?.filter(({ state }) => state === "asked" || state === "ok") ?? [];
  const body = (dry: boolean) => ({
    ...(way === "people" ? { people: chosen.map(({ value }) => ({ kind: value.split(":")[0], id: Number(value.split(":")[1]) })) } : way === "course" ? { courseId: Number(chosen[0]?.value.split(":")[1]) } : { seriesId: Number(chosen[0]?.value) }),
    deadline, note: note.trim() || null, ...(dry ? { dry } : {}),
  });
  const change = <T,>(set: (value: T) => void) => (value: T) => {
    setLines(null);
    key.current = newKey();
    set(value);
  };
  const preview = () => attempt(async () => setLines(await api.post<Line[]>(`/form/${form.id}/requests`, body(true))), "preview");
  const send = () => attempt(async () => {
    const result = await api.post<Line[]>(`/form/${form.id}/requests`, body(false), { idempotencyKey: key.current });
    setLines(result);
    setDone(true);
    await invalidate("/form/requests");
    toast.success(`${form.title} was requested from ${formatCount(result.filter(({ state }) => state === "asked" || state === "ok").length, "person", "people")}`);
  }, "send");
  const missing = !chosen.length ? `Choose at least one ${noun[way]}` : !deadline ? "Enter the deadline" : null;
  return (
    <Dialog
      open width={720} title={`Request ${form.title}`} onCancel={onClose}
      footer={isDone ? <Button type="primary" onClick={onClose}>Close</Button> : (
        <>
          <Button onClick={onClose}>Go back</Button>
          {lines ? <Refusable refusal={!wanted.length && "Nobody would be asked"}><Button type="primary" loading={busy === "send"} onClick={() => void send()}>Request from {formatCount(wanted.length, "person", "people")}</Button></Refusable>
            : <Refusable refusal={missing}><Button type="primary" loading={busy === "preview"} onClick={() => void preview()}>Show who is asked</Button></Refusable>}
        </>
      )}
    >
      {!isDone && (
        <>
          <Segmented aria-label="Whom to ask" value={way} options={[...ways]} onChange={(next) => { change(setWay)(next as Way); setChosen([]); }} />
          {way === "series" ? <SeriesChoice value={chosen} onChange={change(setChosen)} /> : <Choice key={way} way={way} value={chosen} onChange={change(setChosen)} />}
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
      {lines && (
        <section aria-live="polite">
          <h3>{isDone ? "Results" : "Who is asked"}</h3>
          <div className="forms-lines-box">
            <PlainTable
              rows={lines} keyOf={({ personId, name, kind }, at) => `${kind}-${personId}-${name}-${at}`} empty="Nobody" stacks
              columns={[
                { title: "Person", head: true, cell: ({ name }) => name },
                { title: "About", cell: ({ about }) => about ?? "–" },
                { title: "Result", cell: ({ state, text }) => <><StatusTag label={state === "asked" || state === "ok" ? (isDone ? "Requested" : "Is asked") : "Left out"} color={state === "asked" || state === "ok" ? "green" : "grey"} />{text && <span className="sr-muted"> {text}</span>}</> },
              ]}
            />
          </div>
        </section>
      )}
    </Dialog>
  );
}

type ChoiceProps = { value: readonly Chosen[]; onChange: (chosen: readonly Chosen[]) => void };

/** People or a course, found by name. */
function Choice({ way, value, onChange }: ChoiceProps & { way: "people" | "course" }) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim());
  const isLong = search.length >= searchMinimum;
  const { data } = useApi<Hit[]>("/people/search", { q: search, kinds: kinds[way] }, { enabled: isLong });
  const options = (isLong ? data : [])?.map(({ kind, id: record, title, detail }) => ({ value: `${kind}:${record}`, label: [title, detail].filter(Boolean).join(" · ") }));
  return (
    <div className="forms-prop">
      <label className="forms-prop-label" htmlFor={id}>{way === "people" ? "People" : "Course"}</label>
      <Select
        id={id} labelInValue mode={way === "people" ? "multiple" : undefined} style={{ width: "100%" }} placeholder="Type at least three letters of the name"
        showSearch={{ filterOption: false, onSearch: setTyped }} notFoundContent={!isLong ? "Three letters at least" : data ? "Nothing of this name" : "Searching…"} options={options}
        value={(way === "people" ? value : value[0] ?? null) as Chosen[]} onChange={(next: Chosen | Chosen[] | undefined) => onChange([next ?? []].flat())}
      />
    </div>
  );
}

function SeriesChoice({ value, onChange }: ChoiceProps) {
  const id = useId();
  const { data } = useApi<{ id: number; title: string }[]>("/system/examseries");
  return (
    <div className="forms-prop">
      <label className="forms-prop-label" htmlFor={id}>Exam series</label>
      <Select
        id={id} style={{ width: "100%" }} placeholder="Choose a series" showSearch={{ optionFilterProp: "label" }} value={value[0]?.value} options={data?.map((one) => ({ value: String(one.id), label: one.title }))}
        onChange={(next: string) => onChange([{ value: next, label: data?.find((one) => String(one.id) === next)?.title ?? "" }])}
      />
    </div>
  );
}

