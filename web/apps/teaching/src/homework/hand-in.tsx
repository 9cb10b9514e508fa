import { api } from "@staffroom/api";
import { FormField, FormFoot, useFields, useForm } from "@staffroom/form";
import { plainText, useDialogs } from "@staffroom/ui";
import { useEffect, useMemo } from "react";
import { given, type GivenHomework } from "./types";

const titles: Readonly<Record<string, string>> = { studentComment: "Your comment", studentFiles: "Your files" };

type Props = { homework: GivenHomework; onDirty: (dirty: boolean) => void; onDone: () => void };

/** A student's submission: a comment and files (teaching.md 5, Student submission). */
export function HandIn(props: Props) {
  const { fields } = useFields(given, "work");
  return fields.size > 0 && <HandInForm {...props} />;
}

function HandInForm({ homework: { id, studentComment, studentFiles }, onDirty, onDone }: Props) {
  const dialogs = useDialogs();
  const { fields: declared } = useFields(given, "work");
  const fields = useMemo(
    () =>
      [...declared.values()].map((field) => ({
        ...field,
        title: titles[field.name] ?? field.title,
        readOnly: false,
        upload: { kind: "homework", entityType: "studentHomework", entityTypeId: id },
      })),
    [declared, id],
  );
  const form = useForm({
    fields,
    initial: { studentComment, studentFiles },
    draftKey: `homework/${id}/work`,
    label: "Homework",
    onSubmit: async (values, idempotencyKey) => {
      await api.post(
        "/student/homework/add",
        { hwsId: id, studentComment: values.studentComment, fileIds: values.studentFiles },
        { idempotencyKey },
      );
      onDone();
    },
  });
  const { dirty, setBox } = form;
  useEffect(() => {
    onDirty(dirty);
    return () => onDirty(false);
  }, [dirty, onDirty]);

  const submit = async () => {
    const { studentComment: comment, studentFiles: files } = form.drafts;
    const hasFiles = Array.isArray(files) && files.length > 0;
    // Without either the server says what is missing.
    const isAsked = hasFiles || plainText(String(comment ?? ""));
    const text = hasFiles
      ? "Your tutor gets it to mark. It can no longer be changed."
      : "No files are attached. Your tutor gets your comment to mark, and it can no longer be changed.";
    if (isAsked && !(await dialogs.ask({ title: "Submit homework?", text, yes: "Submit homework" }))) return;
    await form.submit();
  };
  return (
    <div ref={setBox} className="sr-form">
      {form.isKept && (
        <div className="sr-form-kept">
          What you had written was kept.{" "}
          <button type="button" onClick={form.reset}>
            Start afresh
          </button>
        </div>
      )}
      {form.fields.map((field) => (
        <FormField key={field.name} form={form} field={field} />
      ))}
      <FormFoot form={form} submitLabel="Submit homework" onSubmit={() => void submit()} />
    </div>
  );
}
