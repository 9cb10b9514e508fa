import { api, invalidate, newKey, useApi } from "@staffroom/api";
import { type Field, type SavedView, personPaths, type PersonKind } from "@staffroom/contract";
import { FieldInput } from "@staffroom/form";
import { chosenIds } from "@staffroom/list";
import {
  Dialog,
  formatCount,
  formatDate,
  formatNumber,
  PlainTable,
  Refusable,
  StatusTag,
  toast,
  useAttempt,
} from "@staffroom/ui";
import { Button, Checkbox, Input, Segmented, Select } from "antd";
import { useId, useRef, useState } from "react";
import { nameOf, usePeopleSearch } from "../../persons/people-search";
import type { FormRecord } from "../types";
import { most } from "./ask-selection";

type Way = "people" | "course" | "series" | "view";
type Chosen = { value: number; label: string };
/**
 * The outcome for one person; `refusal` is empty if they were, or would be, asked. `filled` is when they last sent the
 * form.
 */
type Line = {
  kind: string;
  id: number;
  name: string;
  aboutName: string;
  refusal: string;
  way: string;
  filled: string | null;
};
type Outcome = { asked: number; refused: number; results: Line[] };

const ways: readonly { value: Way; label: string }[] = [
  { value: "people", label: "People" },
  { value: "course", label: "Students of a course" },
  { value: "series", label: "Candidates of a series" },
  { value: "view", label: "Saved view" },
];
const kinds: readonly { value: string; label: string }[] = [
  { value: "student", label: "Students" },
  { value: "client", label: "Clients" },
  { value: "tutor", label: "Tutors" },
  { value: "staff", label: "Staff" },
  { value: "candidate", label: "Candidates" },
  { value: "invigilator", label: "Invigilators" },
];
const askedOf = (members: string): { value: string; label: string }[] => [
  { value: "person", label: members },
  { value: "clients", label: "Their parents or guardians" },
];
const seriesField: Field = {
  name: "seriesId",
  title: "Exam series",
  type: "select",
  required: true,
  optionsFrom: "/system/examseries/list",
};

/** Requests a form from people: first a preview of whom it would ask, then the result for each. */
export function RequestDialog({ form, onClose }: { form: FormRecord; onClose: () => void }) {
  const id = useId();
  const key = useRef(newKey());
  const [way, setWay] = useState<Way>("people");
  const [kind, setKind] = useState("student");
  const [to, setTo] = useState(
    (form.audience as string[] | undefined)?.includes("student") === false ? "clients" : "person",
  );
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [deadline, setDeadline] = useState<unknown>("");
  const [note, setNote] = useState("");
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isDone, setDone] = useState(false);
  const [busy, attempt] = useAttempt();
  const isOfStudents = way === "course" || way === "series" || kind === "student";
  const [ofView, setOfView] = useState<readonly number[]>([]);
  const [series, setSeries] = useState<unknown>(null);
  const [onlyMissing, setOnlyMissing] = useState(false);
  const body = (dry: boolean) => ({
    ...(way === "course"
      ? { courseId: chosen[0]?.value }
      : way === "series"
        ? { seriesId: series }
        : { kind, personIds: way === "view" ? ofView : chosen.map(({ value }) => value) }),
    ...(isOfStudents ? { to } : {}),
    ...(onlyMissing ? { onlyMissing } : {}),
    deadline,
    note: note.trim(),
    ...(dry ? { dry } : {}),
  });
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      setOutcome(null);
      key.current = newKey();
      set(value);
    };
  const preview = () =>
    attempt(async () => setOutcome(await api.post<Outcome>(`/form/${form.id}/requests`, body(true))), "preview");
  const send = () =>
    attempt(async () => {
      const result = await api.post<Outcome>(`/form/${form.id}/requests`, body(false), { idempotencyKey: key.current });
      setOutcome(result);
      setDone(true);
      await invalidate("/form/requests");
      toast.success(`${form.title} was requested from ${formatCount(result.asked, "person", "people")}`);
    }, "send");
  const nobody = {
    people: !chosen.length && "Choose at least one person",
    course: !chosen.length && "Choose the course",
    series: !series && "Choose the series",
    view: !ofView.length && "Choose a view with people in it",
  }[way];
  const missing = nobody || (!deadline && "Enter the deadline");
  return (
    <Dialog
      open
      width={720}
      title={`Request ${form.title}`}
      onCancel={onClose}
      footer={
        isDone ? (
          <Button type="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Go back</Button>
            {outcome ? (
              <Refusable refusal={!outcome.asked && "Nobody would be asked"}>
                <Button type="primary" loading={busy === "send"} onClick={() => void send()}>
                  Request from {formatCount(outcome.asked, "person", "people")}
                </Button>
              </Refusable>
            ) : (
              <Refusable refusal={missing}>
                <Button type="primary" loading={busy === "preview"} onClick={() => void preview()}>
                  Show who is asked
                </Button>
              </Refusable>
            )}
          </>
        )
      }
    >
      {!isDone && (
        <>
          <Segmented
            aria-label="Whom to ask"
            value={way}
            options={[...ways]}
            onChange={(next) => {
              change(setWay)(next as Way);
              setChosen([]);
              setOfView([]);
            }}
          />
          {(way === "people" || way === "view") && (
            <div className="forms-prop">
              <label className="forms-prop-label" htmlFor={`${id}-kind`}>
                Kind of person
              </label>
              <Select
                id={`${id}-kind`}
                style={{ width: "100%" }}
                options={[...kinds]}
                value={kind}
                onChange={(next: string) => {
                  change(setKind)(next);
                  setChosen([]);
                  setOfView([]);
                }}
              />
            </div>
          )}
          {way === "view" ? (
            <ViewChoice key={kind} kind={kind as PersonKind} count={ofView.length} onChange={change(setOfView)} />
          ) : way === "series" ? (
            <div className="forms-prop">
              <label className="forms-prop-label" htmlFor={`${id}-series`}>
                Exam series
              </label>
              <FieldInput id={`${id}-series`} field={seriesField} value={series} onChange={change(setSeries)} />
            </div>
          ) : (
            <Choice
              key={`${way} ${kind}`}
              kind={way === "course" ? "course" : kind}
              isMany={way === "people"}
              value={chosen}
              onChange={change(setChosen)}
            />
          )}
          {isOfStudents && (
            <div className="forms-prop">
              <label className="forms-prop-label" htmlFor={`${id}-to`}>
                Who fills it in
              </label>
              <Select
                id={`${id}-to`}
                style={{ width: "100%" }}
                options={askedOf(way === "series" ? "The candidates" : "The students")}
                value={to}
                onChange={change(setTo)}
              />
            </div>
          )}
          <div className="forms-prop">
            <label className="forms-prop-label" htmlFor={`${id}-deadline`}>
              Deadline
            </label>
            <FieldInput
              id={`${id}-deadline`}
              field={{ name: "deadline", title: "Deadline", type: "datetime", required: true, time: "23:59" }}
              value={deadline}
              onChange={change(setDeadline)}
            />
            <div className="sr-help">
              They are reminded 7 days and 1 day before, on the day, and 3 and 7 days after it.
            </div>
          </div>
          <div className="forms-prop">
            <label className="forms-prop-label" htmlFor={`${id}-note`}>
              Note in the request
            </label>
            <Input.TextArea
              id={`${id}-note`}
              rows={2}
              maxLength={1000}
              value={note}
              onChange={({ target }) => change(setNote)(target.value)}
            />
          </div>
          <Checkbox checked={onlyMissing} onChange={({ target }) => change(setOnlyMissing)(target.checked)}>
            Leave out those who have filled it in
          </Checkbox>
        </>
      )}
      {outcome && (
        <section aria-live="polite">
          <h3>{isDone ? "Results" : "Who is asked"}</h3>
          <div className="forms-lines-box">
            <PlainTable
              rows={outcome.results}
              keyOf={({ kind: of, id: person, aboutName }) => `${of} ${person} ${aboutName}`}
              empty="Nobody"
              stacks
              columns={[
                { title: "Person", head: true, cell: ({ name }) => name },
                { title: "About", cell: ({ aboutName }) => aboutName || "–" },
                { title: "Filled in", cell: ({ filled }) => (filled ? formatDate(filled) : "–") },
                {
                  title: "Result",
                  cell: ({ refusal, way: by }) => (
                    <>
                      <StatusTag
                        label={refusal ? "Left out" : isDone ? "Requested" : "Is asked"}
                        color={refusal ? "grey" : "green"}
                      />
                      {refusal ? (
                        <span className="sr-muted"> {refusal}</span>
                      ) : (
                        by === "email" && <span className="sr-muted"> By email: there is no account</span>
                      )}
                    </>
                  ),
                },
              ]}
            />
          </div>
        </section>
      )}
    </Dialog>
  );
}

/** The people of the user's own saved view of a list, at this time. */
function ViewChoice({
  kind,
  count,
  onChange,
}: {
  kind: PersonKind;
  count: number;
  onChange: (ids: readonly number[]) => void;
}) {
  const id = useId();
  const { data: views = [] } = useApi<SavedView[]>("/me/views", { list: personPaths[kind] });
  const [busy, attempt] = useAttempt();
  const choose = (view: number) =>
    attempt(async () => {
      const query = (views.find((one) => one.id === view)?.query ?? {}) as Record<string, string>;
      const ids = await chosenIds(personPaths[kind], { query }, most);
      if (!ids) toast.info(`At most ${formatNumber(most)} people at once`);
      onChange(ids ?? []);
    });
  return (
    <div className="forms-prop">
      <label className="forms-prop-label" htmlFor={id}>
        View
      </label>
      <Select
        id={id}
        style={{ width: "100%" }}
        loading={busy !== null}
        options={views.map((view) => ({ value: view.id, label: view.name }))}
        notFoundContent="You have saved no view of this list"
        onChange={(view: number) => void choose(view)}
      />
      <div className="sr-help">
        {count ? formatCount(count, "person", "people") : "The views that you saved of the list of these people."}
      </div>
    </div>
  );
}

type ChoiceProps = {
  kind: string;
  isMany: boolean;
  value: readonly Chosen[];
  onChange: (chosen: readonly Chosen[]) => void;
};

/** People of a kind, or a course, found by name. */
function Choice({ kind, isMany, value, onChange }: ChoiceProps) {
  const id = useId();
  const { hits, select } = usePeopleSearch(kind, "Nothing of this name");
  return (
    <div className="forms-prop">
      <label className="forms-prop-label" htmlFor={id}>
        {isMany ? "People" : "Course"}
      </label>
      <Select
        id={id}
        labelInValue
        mode={isMany ? "multiple" : undefined}
        style={{ width: "100%" }}
        {...select}
        options={hits.map((hit) => ({ value: hit.id, label: nameOf(hit) }))}
        value={(isMany ? value : (value[0] ?? null)) as Chosen[]}
        onChange={(next: Chosen | Chosen[] | undefined) => onChange([next ?? []].flat())}
      />
    </div>
  );
}
