import { api, ApiError } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import {
  dropDraft,
  FieldFrame,
  FieldValue,
  FormField,
  FormFoot,
  readDraft,
  useFields,
  useForm,
  validateForm,
  type Drafts,
} from "@staffroom/form";
import { Facts, formatDateTime, RichTextView, toast, useDialogs } from "@staffroom/ui";
import { Button } from "antd";
import { Fragment, useEffect, useMemo, useRef, useState } from "react";
import { Part } from "../parts/part";
import { HomeworkFiles } from "./files";
import { followsPoints, PointsOnPages, useWorkPoints } from "./points";
import { given, type GivenHomework } from "./types";

const optional = new Set(["tutorFiles", "slipMarkedId"]);
const short = ["mark", "quality", "effort", "onTime", "timeSpent"] as const;
/** The key of marks on this device until they are submitted. */
const draftOf = (hwsId: number) => `homework/${hwsId}/marks`;

type Props = {
  homework: GivenHomework;
  slipId?: number;
  onDirty?: (dirty: boolean) => void;
  onDone: () => void;
  /** Opens the next homework to mark, after a message about the result. */
  onNext?: (said: string) => Promise<void>;
};

/** Returns whether work was submitted on time, by the clock; null if that is unknown. */
const wasOnTime = ({ submitted, dueDate }: Pick<GivenHomework, "submitted" | "dueDate">) =>
  submitted ? Date.parse(submitted) <= Date.parse(dueDate) : null;

/**
 * The marks of a student's submission (teaching.md 5, Marking form); they are kept on this device until they are
 * submitted.
 */
export function Marks(props: Props) {
  const { fields } = useFields(given, "marks");
  return fields.size > 0 && <MarksForm {...props} />;
}

function MarksForm({ homework, slipId, onDirty, onDone, onNext }: Props) {
  const { id, submitted, dueDate } = homework;
  const onTime = wasOnTime(homework);
  const then = useRef<"release" | null>(null);
  const dialogs = useDialogs();
  const { fields: declared } = useFields(given, "marks");
  const fields = useMemo(() => {
    const asked = [...declared.values()].filter(({ name }) => name !== "slipMarkedId");
    return asked.map((field) => ({
      ...field,
      required: !optional.has(field.name),
      upload: { kind: "markedHomework" },
    }));
  }, [declared]);
  const form = useForm({
    fields,
    // The clock says whether it was on time; the tutor may override it.
    initial: { ...homework, onTime: homework.onTime ?? onTime },
    draftKey: draftOf(id),
    label: "Marks",
    onSubmit: async ({ tutorFiles, ...marks }, idempotencyKey) => {
      try {
        await api.post(
          `/homework/${id}/marks`,
          { ...marks, fileIds: tutorFiles, slipMarkedId: slipId ?? null },
          { idempotencyKey },
        );
      } catch (error) {
        // A colleague was first: the current homework is shown next to these marks.
        if (error instanceof ApiError && error.status === 409) onDone();
        throw error;
      }
      if (then.current === "release" && onNext) {
        await api.post(`/homework/${id}/release`);
        onDone();
        return onNext(`Marks of ${homework.student.name} released.`);
      }
      toast.success(`Marks submitted. ${homework.student.name} sees them once you release them`);
      onDone();
    },
  });
  const { change, dirty, setBox } = form;
  const points = useWorkPoints(id, homework.studentFiles);
  const follows = followsPoints(points);
  const mark = String(form.drafts.mark ?? "");
  const kept = follows && points ? points.mark : mark;
  useEffect(() => {
    if (kept !== mark) change("mark", kept);
  }, [kept, mark, change]);
  useEffect(() => {
    onDirty?.(dirty);
    return () => onDirty?.(false);
  }, [dirty, onDirty]);

  const submit = async (release: boolean) => {
    then.current = release ? "release" : null;
    const isWhole = !Object.keys(validateForm(form.fields, form.drafts)).length;
    if (isWhole) {
      const says = form.drafts.onTime;
      const isAgainst = onTime !== null && typeof says === "boolean" && says !== onTime;
      const clock = isAgainst
        ? ` It was handed in ${formatDateTime(submitted)} and due ${formatDateTime(dueDate)}, but your marks say ${says ? "on time" : "late"}.`
        : "";
      const text = release
        ? `The marks can no longer be changed, and ${homework.student.name} sees them at once.`
        : "The marks can no longer be changed. The student sees them once you release them.";
      if (
        !(await dialogs.ask({
          title: "Submit marks?",
          text: `${text}${clock}`,
          yes: release ? "Submit and release" : "Submit marks",
        }))
      )
        return;
    }
    await form.submit();
  };
  return (
    <div ref={setBox} className="sr-form tea-marks">
      {form.isKept && (
        <div className="sr-form-kept">
          Your marks were kept.{" "}
          <button type="button" onClick={form.reset}>
            Start afresh
          </button>
        </div>
      )}
      {form.fields.map((field) => (
        <Fragment key={field.name}>
          {field.name === "mark" && follows && points ? (
            <FieldFrame field={field}>
              <output className="tea-mark">{points.mark}</output>
            </FieldFrame>
          ) : (
            <FormField form={form} field={field} />
          )}
          {field.name === "mark" && points && (
            <PointsOnPages its={points} mark={mark} onTake={() => change("mark", points.mark)} />
          )}
        </Fragment>
      ))}
      {onTime !== null && (
        <p className="sr-muted">
          Handed in {formatDateTime(submitted)}, due {formatDateTime(dueDate)}: {onTime ? "on time" : "late"}.
        </p>
      )}
      <FormFoot form={form} submitLabel="Submit marks" onSubmit={() => void submit(false)}>
        {onNext && (
          <Button disabled={form.sending || form.waits} onClick={() => void submit(true)}>
            Submit, release and next
          </Button>
        )}
      </FormFoot>
    </div>
  );
}

/** Summarises marks. */
function factsOf(values: Record<string, unknown>, fields: ReadonlyMap<string, Field>) {
  return Object.fromEntries(
    short.flatMap((name) => {
      const field = fields.get(name);
      if (!field) return [];
      const value = <FieldValue key={name} field={field} value={values[name]} />;
      return [[field.title, name === "timeSpent" && values[name] ? <>{value} minutes</> : value]];
    }),
  );
}

/**
 * Marks that were entered here and never submitted, because somebody else's were first or the homework was written off.
 */
export function UnsentMarks({ hwsId }: { hwsId: number }) {
  const { fields } = useFields(given, "marks");
  const [kept, setKept] = useState(() => readDraft<Drafts>(draftOf(hwsId)));
  if (!kept || !fields.size) return null;
  const discard = () => {
    dropDraft(draftOf(hwsId));
    setKept(undefined);
  };
  return (
    <Part
      title="Your marks, not submitted"
      aria-label="Your marks, not submitted"
      tools={
        <Button size="small" onClick={discard}>
          Discard
        </Button>
      }
    >
      <Facts facts={factsOf(kept, fields)} />
      {typeof kept.comment === "string" && kept.comment && (
        <div className="tea-comment">
          <RichTextView html={kept.comment} />
        </div>
      )}
    </Part>
  );
}

/** The given marks. */
export function GivenMarks({ homework, isWriter }: { homework: GivenHomework; isWriter: boolean }) {
  const { fields } = useFields(given, "marks");
  return (
    <>
      {isWriter && !homework.released && (
        <p className="sr-muted">{homework.student.name} does not see these marks until you release them.</p>
      )}
      <Facts facts={factsOf(homework as Record<string, unknown>, fields)} />
      {homework.comment && (
        <div className="tea-comment">
          <RichTextView html={homework.comment} />
        </div>
      )}
      <HomeworkFiles ids={homework.tutorFiles ?? []} />
    </>
  );
}
