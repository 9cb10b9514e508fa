import { api } from "@staffroom/api";
import type { Row } from "@staffroom/contract";
import { requirementOf, useFields } from "@staffroom/form";
import { Dialog, Icon, IconButton, ignoreSecondClick, toast, useAttempt } from "@staffroom/ui";
import { Button, Input } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";

type Answer = string | number | boolean;
type Asked = "present" | "onTime" | "absenceReason";

/** Creates a slip, of a tutorial or of an invigilated session; returns its id. */
async function begin(about: Readonly<Record<string, unknown>>): Promise<number> {
  const { id } = await api.post<{ id: number }>("/slip", { ...about, saveOnly: true });
  return id;
}

/**
 * Asks whether the student came, then how late or why not, and creates the slip (teaching.md 4). Each answer is one
 * tap.
 */
function BeginDialog({ row, onBegun, onClose }: { row: Row; onBegun: (slip: number) => void; onClose: () => void }) {
  const { fields, declared } = useFields("/slip");
  const [asked, setAsked] = useState<Asked>("present");
  const [reason, setReason] = useState("");
  const [busy, attempt] = useAttempt();
  const answerWith = (present: Answer, more: Record<string, unknown> = {}) =>
    attempt(async () => onBegun(await begin({ ewpId: row.id, present, ...more })));
  const ask = (next: Asked) => {
    // The second half of a double tap would answer the next question.
    ignoreSecondClick();
    setAsked(next);
  };
  const answer = (value: Answer) => {
    if (asked === "onTime") return void answerWith("present", { onTime: value });
    const next = (["onTime", "absenceReason"] as const).find((name) =>
      requirementOf(declared, name, { present: value }, "submit"),
    );
    if (next) ask(next);
    else void answerWith(value);
  };
  const student = String(row.student);
  const titles: Record<Asked, string> = {
    present: `Did ${student} come?`,
    onTime: "Was the student on time?",
    absenceReason: `Why did ${student} not come?`,
  };
  return (
    <Dialog open onCancel={onClose} footer={null} mask={{ closable: false }} title={titles[asked]} width={480}>
      {asked === "absenceReason" ? (
        <form
          className="tea-answers"
          onSubmit={(event) => {
            event.preventDefault();
            void answerWith("unplannedAbsence", { absenceReason: reason });
          }}
        >
          <Input.TextArea
            autoFocus
            aria-label="Reason of absence"
            rows={3}
            maxLength={5000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button block size="large" type="primary" htmlType="submit" loading={busy !== null} disabled={!reason.trim()}>
            Keep absence
          </Button>
          <Button block size="large" disabled={busy !== null} onClick={() => void answerWith("unplannedAbsence")}>
            Not known yet
          </Button>
        </form>
      ) : (
        <div className="tea-answers" key={asked}>
          {fields.get(asked)?.options?.map(({ value, label }) => (
            <Button key={String(value)} block size="large" disabled={busy !== null} onClick={() => answer(value)}>
              {label}
            </Button>
          ))}
        </div>
      )}
      {asked !== "present" && (
        <Button type="text" icon={<Icon name="chevron-left" size={14} />} onClick={() => ask("present")}>
          Back
        </Button>
      )}
    </Dialog>
  );
}

/** Workshops and seminars are written later: their question is all that is asked now. */
const isWrittenLater = (row: Row) => ["workshop", "seminar"].includes(String(row.courseType));
export const isSession = (row: Row) => row.type === "invigilation session";
/** A tutorial of several students has a register. */
export const isClass = (row: Row) => Number(row.classSize) > 1 && !isSession(row);
export const beginSession = (row: Row) => begin({ iiId: row.id });

/** Says that a slip was created and can be written later. */
const tellBegun = (row: Row) => toast.success(`Presence of ${String(row.student)} kept. The slip is under Saved`);

/** Creates or opens the slip of a tutorial or a session. A session's slip is created immediately (teaching.md 4). */
export function WriteSlip({ row }: { row: Row }) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const write = (slip: number) => void navigate(`/slips/${slip}/write`);
  const [busy, attempt] = useAttempt();
  const slip = row.slipId as number | null;
  const begun = (id: number) => {
    if (!isWrittenLater(row)) return write(id);
    setAsking(false);
    tellBegun(row);
  };
  const start = () => {
    if (slip) write(slip);
    else if (isSession(row)) void attempt(async () => write(await beginSession(row)));
    else setAsking(true);
  };
  return (
    <>
      {isClass(row) && (
        <IconButton
          label="Register of the class"
          icon="list-checks"
          onClick={() => void navigate(`/slips/register/${Number(row.eventId)}`)}
        />
      )}
      <IconButton
        label={slip ? "Continue the slip" : "Write the slip"}
        icon="pencil"
        disabled={busy !== null}
        onClick={start}
      />
      {isAsking && <BeginDialog row={row} onBegun={begun} onClose={() => setAsking(false)} />}
    </>
  );
}

/** The screen that a row opens: the existing slip, the register of a class, or the questions of a new slip. */
export function OpenedTutorial({ row, onClose }: { row: Row; onClose: () => void }) {
  const navigate = useNavigate();
  const begun = (id: number) => {
    if (!isWrittenLater(row)) return void navigate(`/slips/${id}/write`, { replace: true });
    tellBegun(row);
    onClose();
  };
  return <BeginDialog row={row} onBegun={begun} onClose={onClose} />;
}
