import { api, useApi } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { dropDraft, keepDraft, readDraft, useFields } from "@staffroom/form";
import { ChoiceTag } from "@staffroom/screen";
import { Answered, formatDateTime, IconButton, toast, useAttempt, usePage } from "@staffroom/ui";
import { Button, Input, Select } from "antd";
import { useRef, useState, type KeyboardEvent } from "react";
import { useParams } from "react-router";
import { FullScreen } from "../parts/full-screen";
import { useClose } from "../parts/use-close";
import "./style.css";

type Register = Answer<"teaching", "/slip/register/{id}">;
type Student = Register["students"][number];
type Written = Answer<"teaching", "/slip/register/{id}", "post">;
type Presence = Pick<Student, "present" | "onTime" | "absenceReason">;
type Said = Readonly<Record<number, Presence>>;

const keys: Readonly<Record<string, Student["present"]>> = { p: "present", a: "plannedAbsence", u: "unplannedAbsence" };
const draftOf = (id: number) => `register/${id}`;

/** The screen `/slips/register/{event}`: attendance of a class, which closes to the previous address. */
export default function RegisterScreen() {
  const { id = "" } = useParams();
  const close = useClose("/");
  const query = useApi<Register>(`/slip/register/${id}`, undefined, { staleTime: 0 });
  usePage("Register");
  return (
    <FullScreen label="Register" onClose={close} onEscape={close} isEmpty={!query.data}>
      <Answered query={query} rows={8} title="The register did not load">
        {(register) => <Sheet key={register.id} register={register} onClose={close} />}
      </Answered>
    </FullScreen>
  );
}

/** All are present and on time by default; before the class begins nobody is. */
function presenceOf(student: Student, hasBegun: boolean): Presence {
  if (student.present) return student;
  return { present: hasBegun ? "present" : "", onTime: hasBegun ? 0 : null, absenceReason: "" };
}

function Sheet({ register, onClose }: { register: Register; onClose: () => void }) {
  const { id, hasBegun, students } = register;
  const [said, setSaid] = useState<Said>(() => ({
    ...Object.fromEntries(students.map((one) => [one.ewpId, presenceOf(one, hasBegun)])),
    ...readDraft<Said>(draftOf(id)),
  }));
  const [busy, attempt] = useAttempt();
  const sheet = useRef<HTMLDivElement>(null);
  const open = students.filter(({ isOpen }) => isOpen);
  const of = ({ ewpId }: Student): Presence => said[ewpId] ?? { present: "", onTime: null, absenceReason: "" };
  const change = ({ ewpId }: Student, next: Partial<Presence>) =>
    setSaid((now) => {
      const changed = { ...now, [ewpId]: { ...(now[ewpId] as Presence), ...next } };
      keepDraft(draftOf(id), changed);
      return changed;
    });
  const choose = (student: Student, present: Student["present"]) =>
    change(student, { present, onTime: present === "present" ? (of(student).onTime ?? 0) : null });
  const absent = students.filter((one) => of(one).present && of(one).present !== "present").length;
  const present = students.filter((one) => of(one).present === "present").length;
  const kept = open.filter((one) => of(one).present);

  const save = () =>
    attempt(async () => {
      const rows = kept.map((one) => ({ ewpId: one.ewpId, ...pick(of(one)) }));
      const slips = await api.post<Written>(`/slip/register/${id}`, { students: rows });
      dropDraft(draftOf(id));
      const undo = () =>
        void attempt(async () => {
          await api.post(`/slip/register/${id}/undo`, { slips });
          toast.success("The register is as it was before");
        });
      const text = `${present} present, ${absent} absent. ${slips.length === 1 ? "1 slip is" : `${slips.length} slips are`} begun or changed`;
      if (slips.length) toast.undoable(text, undo, { title: "Register kept" });
      else toast.info("Every slip already said this", "Register kept");
      onClose();
    });

  /** Up and down move to another student; letters set the attendance; Ctrl+Enter saves the register. */
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return void save();
    const target = event.target as HTMLElement;
    if (
      !(target instanceof HTMLInputElement) ||
      target.type !== "radio" ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return;
    const at = open.findIndex(
      ({ ewpId }) => String(ewpId) === target.closest<HTMLElement>("[data-student]")?.dataset.student,
    );
    const student = open[at];
    const wanted = keys[event.key.toLowerCase()];
    if (wanted && student && (hasBegun || wanted === "plannedAbsence")) choose(student, wanted);
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = open[at + step];
    const row = next && sheet.current?.querySelector(`[data-student="${next.ewpId}"]`);
    (
      row?.querySelector<HTMLElement>("input[type=radio]:checked") ??
      row?.querySelector<HTMLElement>("input[type=radio]:not(:disabled)")
    )?.focus();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys belong to the choices in it
    <div className="tea-form" onKeyDown={press}>
      <div className="tea-head">
        <h1>
          {[
            register.course || register.title,
            `${formatDateTime(register.start)}–${formatDateTime(register.end).slice(-5)}`,
          ].join(", ")}
        </h1>
        <span className="sr-spacer" />
        <IconButton label="Close" icon="close" size={16} onClick={onClose} />
      </div>
      <div className="tea-body">
        <p className="sr-muted">
          {hasBegun
            ? "All are present and on time until you say otherwise."
            : "The class has not begun yet. Planned absences can be entered."}{" "}
          Keys: ↑ ↓ another student, P present, A planned absence, U unplanned absence, Ctrl+Enter saves.
        </p>
        <div className="tea-class" ref={sheet}>
          {students.map((student) => (
            <StudentRow
              key={student.ewpId}
              student={student}
              said={of(student)}
              hasBegun={hasBegun}
              onChoose={(value) => choose(student, value)}
              onChange={(next) => change(student, next)}
            />
          ))}
        </div>
      </div>
      <div className="tea-foot">
        <span className="sr-muted" role="status">
          {present} present, {absent} absent
        </span>
        <span className="sr-spacer" />
        <Button onClick={onClose}>Close</Button>
        <Button type="primary" loading={busy !== null} disabled={!kept.length} onClick={() => void save()}>
          Save register
        </Button>
      </div>
    </div>
  );
}

const pick = ({ present, onTime, absenceReason }: Presence): Presence => ({ present, onTime, absenceReason });

type RowProps = {
  student: Student;
  said: Presence;
  hasBegun: boolean;
  onChoose: (present: Student["present"]) => void;
  onChange: (next: Partial<Presence>) => void;
};

function StudentRow({ student, said, hasBegun, onChoose, onChange }: RowProps) {
  const { fields } = useFields("/slip");
  const options = fields.get("present")?.options ?? [];
  if (!student.isOpen) {
    return (
      <div className="tea-class-row">
        <span className="tea-class-name">{student.name}</span>
        <ChoiceTag of="/slips/columns" name="present" value={student.present} />
        <span className="sr-muted">The slip was handed in</span>
      </div>
    );
  }
  return (
    <fieldset className="tea-class-row" data-student={student.ewpId}>
      <legend className="sr-visually-hidden">{student.name}</legend>
      <span className="tea-class-name" aria-hidden>
        {student.name}
      </span>
      <div className="tea-choice-options">
        {options.map(({ value, label }) => (
          <label key={String(value)} className="tea-choice-option" data-chosen={said.present === value || undefined}>
            <input
              type="radio"
              name={`present ${student.ewpId}`}
              aria-label={`${student.name}: ${label}`}
              disabled={!hasBegun && value !== "plannedAbsence"}
              checked={said.present === value}
              onChange={() => onChoose(value as Student["present"])}
            />
            {label}
          </label>
        ))}
      </div>
      {said.present === "present" && (
        <Select<number>
          aria-label={`Timekeeping of ${student.name}`}
          value={said.onTime ?? 0}
          options={fields.get("onTime")?.options as { value: number; label: string }[] | undefined}
          onChange={(onTime) => onChange({ onTime })}
        />
      )}
      {said.present && said.present !== "present" && (
        <Input
          aria-label={`Reason of absence of ${student.name}`}
          placeholder={said.present === "unplannedAbsence" ? "Reason, needed to submit" : "Reason"}
          maxLength={5000}
          value={said.absenceReason}
          onChange={(event) => onChange({ absenceReason: event.target.value })}
        />
      )}
    </fieldset>
  );
}
