import { api, invalidate, newKey, useApi } from "@staffroom/api";
import { type Answer, type Field, type SavedView, personPaths, type PersonKind } from "@staffroom/contract";
import { Labelled, LabelledInput } from "@staffroom/form";
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
import { useDryRun } from "../../dry-run";
import { nameOf, usePeopleSearch } from "../../persons/people-search";
import type { FormRecord } from "../types";
import { deadlineField, most, whoField } from "./ask-selection";

type Way = "people" | "course" | "series" | "view";
type Chosen = { value: number; label: string };
/** The entries of the dialog. */
type Asked = {
  way: Way;
  kind: string;
  to: unknown;
  /** The people, or the course. */
  chosen: readonly Chosen[];
  ofView: readonly number[];
  seriesId: unknown;
  deadline: unknown;
  note: string;
  onlyMissing: boolean;
};
/**
 * The outcome for each person; `refusal` is empty if they were, or would be, asked. `filled` is when they last sent the
 * form.
 */
type Outcome = Answer<"people", "/form/{id}/requests", "post">;

const ways: { value: Way; label: string }[] = [
  { value: "people", label: "People" },
  { value: "course", label: "Students of a course" },
  { value: "series", label: "Candidates of a series" },
  { value: "view", label: "Saved view" },
];
const kindField: Field = {
  name: "kind",
  title: "Kind of person",
  type: "select",
  required: true,
  options: [
    { value: "student", label: "Students" },
    { value: "client", label: "Clients" },
    { value: "tutor", label: "Tutors" },
    { value: "staff", label: "Staff" },
    { value: "candidate", label: "Candidates" },
    { value: "invigilator", label: "Invigilators" },
  ],
};
const seriesField: Field = {
  name: "seriesId",
  title: "Exam series",
  type: "select",
  required: true,
  optionsFrom: "/system/examseries/list",
};

const isOfStudents = ({ way, kind }: Asked) => way === "course" || way === "series" || kind === "student";

/** Returns what is still missing before anybody can be asked. */
function missingIn({ way, chosen, seriesId, ofView, deadline }: Asked): string | false {
  const nobody = {
    people: !chosen.length && "Choose at least one person",
    course: !chosen.length && "Choose the course",
    series: !seriesId && "Choose the series",
    view: !ofView.length && "Choose a view with people in it",
  }[way];
  return nobody || (!deadline && "Enter the deadline");
}

/** Returns the people as the call names them. */
function peopleIn({ way, kind, chosen, ofView, seriesId }: Asked) {
  if (way === "course") return { courseId: chosen[0]?.value };
  if (way === "series") return { seriesId };
  return { kind, personIds: way === "view" ? ofView : chosen.map(({ value }) => value) };
}

/** Requests a form from people: first a preview of whom it would ask, then the result for each. */
export function RequestDialog({ form, onClose }: { form: FormRecord; onClose: () => void }) {
  const id = useId();
  const key = useRef(newKey());
  const [asked, setAsked] = useState<Asked>({
    way: "people",
    kind: "student",
    to: form.audience.includes("student") ? "person" : "clients",
    chosen: [],
    ofView: [],
    seriesId: null,
    deadline: "",
    note: "",
    onlyMissing: false,
  });
  const { way, kind } = asked;
  const requests = useDryRun(async (dry) => {
    const body = {
      ...peopleIn(asked),
      ...(isOfStudents(asked) ? { to: asked.to } : {}),
      ...(asked.onlyMissing ? { onlyMissing: true } : {}),
      deadline: asked.deadline,
      note: asked.note.trim(),
    };
    if (dry) return api.post<Outcome>(`/form/${form.id}/requests`, { ...body, dry });
    const result = await api.post<Outcome>(`/form/${form.id}/requests`, body, { idempotencyKey: key.current });
    await invalidate("/form/requests");
    toast.success(`${form.title} was requested from ${formatCount(result.asked, "person", "people")}`);
    return result;
  });
  const outcome = requests.result;
  const change = (part: Partial<Asked>) => {
    requests.forget();
    key.current = newKey();
    setAsked((now) => ({ ...now, ...part }));
  };
  return (
    <Dialog
      open
      width={720}
      title={`Request ${form.title}`}
      onCancel={onClose}
      footer={
        requests.isMade ? (
          <Button type="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Go back</Button>
            {outcome ? (
              <Refusable refusal={!outcome.asked && "Nobody would be asked"}>
                <Button type="primary" loading={requests.isMaking} onClick={requests.make}>
                  Request from {formatCount(outcome.asked, "person", "people")}
                </Button>
              </Refusable>
            ) : (
              <Refusable refusal={missingIn(asked)}>
                <Button type="primary" loading={requests.isTrying} onClick={() => requests.tryOut()}>
                  Show who is asked
                </Button>
              </Refusable>
            )}
          </>
        )
      }
    >
      {!requests.isMade && (
        <>
          <Segmented<Way>
            aria-label="Whom to ask"
            value={way}
            options={ways}
            onChange={(next) => change({ way: next, chosen: [], ofView: [] })}
          />
          {(way === "people" || way === "view") && (
            <LabelledInput
              field={kindField}
              value={kind}
              onChange={(next) => change({ kind: String(next), chosen: [], ofView: [] })}
            />
          )}
          {way === "view" && (
            <ViewChoice
              key={kind}
              kind={kind as PersonKind}
              count={asked.ofView.length}
              onChange={(ofView) => change({ ofView })}
            />
          )}
          {way === "series" && (
            <LabelledInput field={seriesField} value={asked.seriesId} onChange={(seriesId) => change({ seriesId })} />
          )}
          {(way === "people" || way === "course") && (
            <Choice
              key={`${way} ${kind}`}
              kind={way === "course" ? "course" : kind}
              isMany={way === "people"}
              value={asked.chosen}
              onChange={(chosen) => change({ chosen })}
            />
          )}
          {isOfStudents(asked) && (
            <LabelledInput
              field={whoField(way === "series" ? "The candidates" : "The students")}
              value={asked.to}
              onChange={(to) => change({ to })}
            />
          )}
          <LabelledInput field={deadlineField} value={asked.deadline} onChange={(deadline) => change({ deadline })} />
          <Labelled id={`${id}-note`} label="Note in the request">
            <Input.TextArea
              id={`${id}-note`}
              rows={2}
              maxLength={1000}
              value={asked.note}
              onChange={({ target }) => change({ note: target.value })}
            />
          </Labelled>
          <Checkbox checked={asked.onlyMissing} onChange={({ target }) => change({ onlyMissing: target.checked })}>
            Leave out those who have filled it in
          </Checkbox>
        </>
      )}
      {outcome && (
        <section aria-live="polite">
          <h3>{requests.isMade ? "Results" : "Who is asked"}</h3>
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
                        label={refusal ? "Left out" : requests.isMade ? "Requested" : "Is asked"}
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
    <Labelled
      id={id}
      label="View"
      help={count ? formatCount(count, "person", "people") : "The views that you saved of the list of these people."}
    >
      <Select
        id={id}
        style={{ width: "100%" }}
        loading={busy !== null}
        options={views.map((view) => ({ value: view.id, label: view.name }))}
        notFoundContent="You have saved no view of this list"
        onChange={(view: number) => void choose(view)}
      />
    </Labelled>
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
  const { hits, select } = usePeopleSearch(kind, "Nothing with this name");
  return (
    <Labelled id={id} label={isMany ? "People" : "Course"}>
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
    </Labelled>
  );
}
