import { api } from "@staffroom/api";
import { FieldValue, FormField, FormFoot, useFields, useForm, validateForm } from "@staffroom/form";
import { Facts, RichTextView, useDialogs } from "@staffroom/ui";
import { useEffect, useMemo } from "react";
import { HomeworkFiles } from "./files";
import { given, type GivenHomework } from "./types";

const optional = new Set(["tutorFiles", "slipMarkedId"]);
const short = ["mark", "quality", "effort", "onTime", "timeSpent"] as const;

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
    draftKey: `homework/${id}/marks`,
    label: "Marks",
    onSubmit: async ({ tutorFiles, ...marks }, idempotencyKey) => {
      await api.post(`/homework/${id}/marks`, { ...marks, fileIds: tutorFiles, slipMarkedId: slipId ?? null }, { idempotencyKey });
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

/** Marks as they were given. */
export function GivenMarks({ homework, isWriter }: { homework: GivenHomework; isWriter: boolean }) {
  const { fields } = useFields(given, "marks");
  const values = homework as Record<string, unknown>;
  const facts = short.flatMap((name) => {
    const field = fields.get(name);
    return field ? [[field.title, <FieldValue key={name} field={field} value={values[name]} />] as const] : [];
  });
  return (
    <>
      {isWriter && !homework.released && <p className="sr-muted">{homework.student.name} does not see these marks until you release them.</p>}
      <Facts facts={Object.fromEntries(facts)} />
      {homework.comment && <div className="tea-comment"><RichTextView html={homework.comment} /></div>}
      <HomeworkFiles ids={homework.tutorFiles ?? []} />
    </>
  );
}
