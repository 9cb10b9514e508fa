import { api, ApiError } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { dropDraft, FieldValue, FormField, FormFoot, readDraft, useFields, useForm, validateForm, type Drafts } from "@staffroom/form";
import { Facts, RichTextView, useDialogs } from "@staffroom/ui";
import { Button } from "antd";
import { useEffect, useMemo, useState } from "react";
import { HomeworkFiles } from "./files";
import { given, type GivenHomework } from "./types";

const optional = new Set(["tutorFiles", "slipMarkedId"]);
const short = ["mark", "quality", "effort", "onTime", "timeSpent"] as const;
/** The place of marks on this device until they are submitted. */
const draftOf = (hwsId: number) => `homework/${hwsId}/marks`;

type Props = { homework: GivenHomework; slipId?: number; onDirty?: (dirty: boolean) => void; onDone: () => void };

/** The marks of what a student handed in (teaching.md 5, Marking form); they are kept on this device until they are submitted. */
export function Marks(props: Props) {
  const { fields } = useFields(given, "marks");
  return fields.size > 0 && <MarksForm {...props} />;
}

function MarksForm({ homework, slipId, onDirty, onDone }: Props) {
  const { id } = homework;
  const dialogs = useDialogs();
  const { fields: declared } = useFields(given, "marks");
  const fields = useMemo(() => {
    const asked = [...declared.values()].filter(({ name }) => name !== "slipMarkedId");
    return asked.map((field) => ({ ...field, required: !optional.has(field.name), upload: { kind: "markedHomework" } }));
  }, [declared]);
  const form = useForm({
    fields,
    initial: homework,
    draftKey: draftOf(id),
    label: "Marks",
    onSubmit: async ({ tutorFiles, ...marks }, idempotencyKey) => {
      try {
        await api.post(`/homework/${id}/marks`, { ...marks, fileIds: tutorFiles, slipMarkedId: slipId ?? null }, { idempotencyKey });
      } catch (error) {
        // A colleague was first: what became of the homework is shown, and these marks beside it.
        if (error instanceof ApiError && error.status === 409) onDone();
        throw error;
      }
      onDone();
    },
  });
  const { dirty, setBox } = form;
  useEffect(() => {
    onDirty?.(dirty);
    return () => onDirty?.(false);
  }, [dirty, onDirty]);

  const submit = async () => {
    const isWhole = !Object.keys(validateForm(form.fields, form.drafts)).length;
    if (isWhole && !(await dialogs.ask({ title: "Submit marks?", text: "The marks can no longer be changed. The student sees them once you release them.", yes: "Submit marks" }))) return;
    await form.submit();
  };
  return (
    <div ref={setBox} className="sr-form tea-marks">
      {form.isKept && <div className="sr-form-kept">Your marks were kept. <button type="button" onClick={form.reset}>Start afresh</button></div>}
      {form.fields.map((field) => <FormField key={field.name} form={form} field={field} />)}
      <FormFoot form={form} submitLabel="Submit marks" onSubmit={() => void submit()} />
    </div>
  );
}

/** Marks in few words. */
function factsOf(values: Record<string, unknown>, fields: ReadonlyMap<string, Field>) {
  return Object.fromEntries(short.flatMap((name) => {
    const field = fields.get(name);
    if (!field) return [];
    const value = <FieldValue key={name} field={field} value={values[name]} />;
    return [[field.title, name === "timeSpent" && values[name] ? <>{value} minutes</> : value]];
  }));
}

/** Marks that were entered here and never submitted, since somebody else's were first or the homework was written off. */
export function UnsentMarks({ hwsId }: { hwsId: number }) {
  const { fields } = useFields(given, "marks");
  const [kept, setKept] = useState(() => readDraft<Drafts>(draftOf(hwsId)));
  if (!kept || !fields.size) return null;
  const discard = () => {
    dropDraft(draftOf(hwsId));
    setKept(undefined);
  };
  return (
    <section className="tea-part" aria-label="Your marks, not submitted">
      <div className="tea-part-head"><h2>Your marks, not submitted</h2><Button size="small" onClick={discard}>Discard</Button></div>
      <Facts facts={factsOf(kept, fields)} />
      {typeof kept.comment === "string" && kept.comment && <div className="tea-comment"><RichTextView html={kept.comment} /></div>}
    </section>
  );
}

/** Marks as they were given. */
export function GivenMarks({ homework, isWriter }: { homework: GivenHomework; isWriter: boolean }) {
  const { fields } = useFields(given, "marks");
  return (
    <>
      {isWriter && !homework.released && <p className="sr-muted">{homework.student.name} does not see these marks until you release them.</p>}
      <Facts facts={factsOf(homework as Record<string, unknown>, fields)} />
      {homework.comment && <div className="tea-comment"><RichTextView html={homework.comment} /></div>}
      <HomeworkFiles ids={homework.tutorFiles ?? []} />
    </>
  );
}
