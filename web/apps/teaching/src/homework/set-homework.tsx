import { api, useApi } from "@staffroom/api";
import type { Answer, Field } from "@staffroom/contract";
import { FormField, FormFoot, useFields, useForm, type Drafts, type Values } from "@staffroom/form";
import { Answered, Icon, IconButton, labelSearch, plainText, toast, useDialogs, usePage } from "@staffroom/ui";
import { Button, Select } from "antd";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { FullScreen } from "../parts/full-screen";
import { homeworkChanged } from "./changed";
import { PickCourse } from "./pick-course";
import "./style.css";
import { dueFields, isPast, other, pastQuestion, tutorialsOf, useTutorials } from "./tutorials";
import type { CourseOfHomework, Template } from "./types";

type Props = {
  /** The course and its students, if they are known; otherwise the tutor picks a course. */
  course?: CourseOfHomework;
  courseId?: number;
  /** The slip from which it is set, after its tutorial. */
  slip?: { id: number; after?: string };
  /** The initial type. */
  type?: string;
  onClose: () => void;
};

/** Sets homework for students of a course, over the whole screen (teaching.md 2). */
export function SetHomework({ course, courseId, ...props }: Props) {
  const [picked, pick] = useState(courseId);
  const leave = useRef(props.onClose);
  const onLeave = useCallback((close: () => void) => {
    leave.current = close;
  }, []);
  usePage("Set homework");
  const head = (title: string) => (
    <div className="tea-head">
      <h1>{title}</h1>
      <span className="sr-spacer" />
      <IconButton label="Close" icon="close" size={16} onClick={() => leave.current()} />
    </div>
  );
  return (
    <FullScreen label="Set homework" onClose={props.onClose} onEscape={() => leave.current()}>
      <div className="tea-form">
        {course ? (
          <SetForm {...props} course={course} head={head} onLeave={onLeave} />
        ) : picked ? (
          <OfCourse
            {...props}
            id={picked}
            head={head}
            onLeave={onLeave}
            onBack={courseId ? undefined : () => pick(undefined)}
          />
        ) : (
          <>
            {head("Set homework: which course?")}
            <div className="tea-body">
              <PickCourse onPick={pick} />
            </div>
          </>
        )}
      </div>
    </FullScreen>
  );
}

type FormProps = Omit<Props, "course" | "courseId"> & {
  head: (title: string) => React.ReactNode;
  /** Sets how the close button and Esc close the dialog: the form asks first. */
  onLeave: (close: () => void) => void;
  onBack?: () => void;
};

/** The form for a course that must be loaded first. */
function OfCourse({ id, ...props }: FormProps & { id: number }) {
  const query = useApi<Answer<"people", "/courses/{id}">>(`/courses/${id}`);
  return (
    <>
      {!query.data && props.head("Set homework")}
      <Answered query={query} rows={6}>
        {({ title, departmentId, students }) => (
          <SetForm
            {...props}
            course={{
              id,
              title,
              departmentId,
              students: students.filter(({ status }) => status === "active" || status === "proposed"),
            }}
          />
        )}
      </Answered>
    </>
  );
}

const shared = ["title", "type", "instructions", "timeEstimation", "fileIds", "markFrom"] as const;

function SetForm(props: FormProps & { course: CourseOfHomework }) {
  const { fields } = useFields("/homework");
  const tutorials = useTutorials({ courseId: props.course.id }, props.slip?.after);
  // A form shown earlier would keep a wrong due date.
  return fields.size > 0 && tutorials && <FieldsOfHomework {...props} declared={fields} tutorials={tutorials} />;
}

type FieldsProps = FormProps & {
  course: CourseOfHomework;
  declared: ReadonlyMap<string, Field>;
  tutorials: NonNullable<ReturnType<typeof useTutorials>>;
};

function FieldsOfHomework({
  course,
  slip,
  type = "",
  head,
  onLeave,
  onBack,
  onClose,
  declared,
  tutorials,
}: FieldsProps) {
  const dialogs = useDialogs();
  const status = useRef<"set" | "saved">("set");
  const { students } = course;
  const whose = useMemo<Field>(
    () => ({
      name: "studentIds",
      title: "Students",
      type: "multiselect",
      required: false,
      options: students.map(({ id, name }) => ({ value: id, label: name })),
    }),
    [students],
  );
  /** The tutorials of the selected students; of all of them until one is selected. */
  const offered = useCallback(
    (ids: unknown) => {
      const chosen = students.filter(({ id }) => Array.isArray(ids) && ids.includes(id));
      return tutorialsOf(tutorials, chosen.length ? chosen : students);
    },
    [students, tutorials],
  );
  const follow = useCallback(
    (drafts: Drafts, name: string): Drafts => {
      if (name !== "studentIds" || drafts.dateOption === other) return drafts;
      const now = offered(drafts.studentIds);
      return now.some(({ value }) => value === drafts.dateOption)
        ? drafts
        : { ...drafts, dateOption: now[0]?.value ?? other };
    },
    [offered],
  );
  const fields = useCallback(
    (drafts: Drafts): Field[] => {
      const of = (name: (typeof shared)[number]) => declared.get(name) ?? [];
      const files: Field[] = [of("fileIds")].flat().map((field) => ({ ...field, upload: { kind: "homework" } }));
      return [
        of("title"),
        of("type"),
        whose,
        dueFields(offered(drafts.studentIds), drafts.dateOption),
        of("instructions"),
        of("timeEstimation"),
        files,
        of("markFrom"),
      ].flat();
    },
    [declared, offered, whose],
  );
  const studentIds = students.length === 1 ? students.map(({ id }) => id) : [];
  const form = useForm({
    fields,
    follow,
    initial: { type, markFrom: "typed", dateOption: offered(studentIds)[0]?.value ?? other, studentIds },
    draftKey: `homework/set/${course.id}/${slip?.id ?? ""}`,
    label: "Homework",
    onSubmit: async (values, idempotencyKey) => {
      await api.post("/homework", bodyOf(values), { idempotencyKey });
      homeworkChanged();
      toast.success(status.current === "set" ? "Homework set" : "Homework saved. Set it once it is ready");
      onClose();
    },
  });
  const bodyOf = ({ dateOption, dueDate, ...values }: Values) => ({
    ...values,
    courseId: course.id,
    departmentId: course.departmentId ?? null,
    slipSetId: slip?.id ?? null,
    status: status.current,
    dueDate: dateOption === other ? (dueDate ?? null) : dateOption,
  });

  const { drafts, setBox } = form;
  const send = async (as: "set" | "saved") => {
    status.current = as;
    const chosen = Array.isArray(drafts.studentIds) ? drafts.studentIds.length : 0;
    const isDue = drafts.dateOption === other ? drafts.dueDate : drafts.dateOption;
    // The server names the missing parts, in the order of its checks.
    const isWhole = drafts.title && drafts.type && isDue && plainText(String(drafts.instructions ?? "")) && chosen > 0;
    if (as === "set" && isWhole) {
      const files = Array.isArray(drafts.fileIds) && drafts.fileIds.length ? "" : " No files are attached.";
      if (drafts.dateOption === other && isPast(isDue) && !(await dialogs.ask(pastQuestion("Keep date")))) return;
      const who = chosen === 1 ? "1 student gets it." : `${chosen} students get it.`;
      if (
        !(await dialogs.ask({
          title: "Set homework",
          text: `Are you sure you wish to set the work? ${who}${files}`,
          yes: "Set homework",
        }))
      )
        return;
    }
    await form.submit();
  };
  const close = async () => {
    if (
      !form.dirty ||
      (await dialogs.ask({
        title: "Close without saving?",
        text: "Homework is not set yet. Your text is saved on this device.",
        yes: "Close homework",
      }))
    )
      onClose();
  };
  useEffect(() => {
    onLeave(() => void close());
    return () => onLeave(onClose);
  });
  const fill = (template: Template) => {
    for (const name of ["title", "type", "instructions"] as const) form.change(name, template[name]);
    form.change("timeEstimation", template.timeEstimation === null ? "" : String(template.timeEstimation));
  };
  return (
    <>
      {head(`Set homework: ${course.title}`)}
      <div className="tea-body">
        <div className="sr-form tea-set" ref={setBox}>
          <div className="tea-tools">
            {onBack && (
              <Button icon={<Icon name="chevron-left" size={14} />} onClick={onBack}>
                Another course
              </Button>
            )}
            <Templates courseId={course.id} onChoose={fill} />
            {students.length > 1 && (
              <Button
                onClick={() =>
                  form.change(
                    "studentIds",
                    students.map(({ id }) => id),
                  )
                }
              >{`All ${students.length} students`}</Button>
            )}
          </div>
          {form.isKept && (
            <div className="sr-form-kept">
              Your unsent entries were kept.{" "}
              <button type="button" onClick={form.reset}>
                Start afresh
              </button>
            </div>
          )}
          {form.fields.map((field, place) => (
            <FormField key={field.name} form={form} field={field} autoFocus={place === 0} />
          ))}
        </div>
      </div>
      <FormFoot
        className="tea-foot"
        form={form}
        submitLabel="Set homework"
        cancelLabel="Close"
        onCancel={() => void close()}
        onSubmit={() => void send("set")}
      >
        <span className="sr-spacer" />
        <Button disabled={form.sending || form.waits} onClick={() => void send("saved")}>
          Save for later
        </Button>
      </FormFoot>
    </>
  );
}

/** Earlier homework, by the tutor or in the same subject: its text fills the form. */
function Templates({ courseId, onChoose }: { courseId: number; onChoose: (template: Template) => void }) {
  const { data } = useApi<Template[]>("/homework/templates", { courseId: String(courseId), page: 1, pageSize: 100 });
  if (!data?.length) return null;
  const options = data.map(({ id, title, course }) => ({ value: id, label: `${title} (${course})` }));
  return (
    <Select
      aria-label="Homework to set again"
      className="tea-templates"
      placeholder="Set again what was set before"
      options={options}
      value={null}
      showSearch={labelSearch}
      onChange={(id: number | null) => {
        const template = data.find((one) => one.id === id);
        if (template) onChoose(template);
      }}
    />
  );
}
