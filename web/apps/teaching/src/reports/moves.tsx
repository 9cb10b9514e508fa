import { api, appName } from "@staffroom/api";
import type { Answer, Choice, Move, Page } from "@staffroom/contract";
import { Icon, PdfButton, plural, toast, useAttempt, useDialogs, useOpenRecord } from "@staffroom/ui";
import { Moves, tellMoved, undoIn } from "@staffroom/workflow";
import { Button } from "antd";
import { useNavigate } from "react-router";
import { reportDrawer } from "./drawer";
import type { Report } from "./types";

/** What a move of a report brings. */
const brings: Readonly<Record<string, string>> = {
  check: "It waits for approval now",
  approve: "The student and their clients hear of it in a few minutes",
  checkAndApprove: "The student and their clients hear of it in a few minutes",
  return: "The tutor has the reason and writes on",
  takeBack: "The office has it again. The tutor has nothing to do",
};
const owed = "called,saved,returned";

/** Tells that a report was submitted, and which one of the tutor is due next. */
async function tellSubmitted(go: (address: string) => void): Promise<void> {
  if (appName !== "client") return void toast.success("Submitted. The office checks it next");
  const { data, total } = await api.page<Page>("/reports", {
    query: { status: owed, sort: "deadline", page: 1, pageSize: 10 },
  });
  const [next] = data;
  if (!next) return void toast.success("Submitted. Every report is written");
  toast.success(`Submitted. Next: ${String(next.student)}, ${total} left to write`, {
    label: "Write",
    run: () => go(`/reports/${Number(next.id)}/write`),
  });
}

type MovesProps = { report: Report; onDone: (move: Move) => void; onRefused?: (error: unknown, move: Move) => boolean };

/** The moves of a report. */
export function ReportMoves({ report, onDone, onRefused }: MovesProps) {
  const navigate = useNavigate();
  const tell = (move: Move, answer: unknown, onUndo: (path: string) => void) => {
    const text = brings[move.name];
    const undo = undoIn(answer);
    if (move.name === "submit")
      void tellSubmitted((address) => void navigate(address)).catch(() => toast.success("Submitted"));
    else if (text && undo) toast.undoable(text, () => onUndo(undo), { title: move.title });
    else if (text) toast.success(text, undefined, move.title);
    else tellMoved(move, answer, onUndo);
  };
  return <Moves moves={report.moves} onDone={onDone} onRefused={onRefused} tell={tell} />;
}

/** Deletes a report that was called or submitted; it asks twice, as slips do. */
export function DeleteReport({ report, onDone }: { report: Report; onDone: () => void }) {
  const dialogs = useDialogs();
  const [busy, attempt] = useAttempt();
  if (!report.may.delete) return null;
  const remove = async () => {
    const buttons = { yes: "Delete report", no: "Keep report", danger: true };
    if (!(await dialogs.ask({ title: "Delete report?", text: report.title, ...buttons }))) return;
    if (
      !(await dialogs.ask({
        title: "Delete report?",
        text: "What the tutor wrote will be gone for good. Delete it?",
        ...buttons,
      }))
    )
      return;
    await attempt(async () => {
      await api.delete(`/report/${report.id}`);
      toast.success("Report deleted");
      onDone();
    });
  };
  return (
    <Button danger loading={busy !== null} onClick={() => void remove()}>
      Delete
    </Button>
  );
}

/** The PDF of a report, shown over the screen. */
export function ReportPdf({ report }: { report: Report }) {
  return (
    <PdfButton
      load={async () => (await api.get<Answer<"teaching", "/report/{id}/pdf">>(`/report/${report.id}/pdf`)).pdfId}
    />
  );
}

/** The moves of the open report, its PDF, and its form where there is something to write. */
export function ReportFoot({ report, onDone }: { report: Report; onDone: () => void }) {
  const [, open] = useOpenRecord(reportDrawer.param);
  const navigate = useNavigate();
  return (
    <div className="tea-moves">
      <ReportMoves report={report} onDone={onDone} />
      <span className="tea-choices">
        <DeleteReport
          report={report}
          onDone={() => {
            open(null);
            onDone();
          }}
        />
        <ReportPdf report={report} />
        {report.may.edit.length > 0 && (
          <Button icon={<Icon name="pencil" size={15} />} onClick={() => void navigate(`/reports/${report.id}/write`)}>
            Write
          </Button>
        )}
      </span>
    </div>
  );
}

const most = 500;

/** The reports of a selection, by id. */
async function idsOf(choice: Choice): Promise<number[]> {
  if ("ids" in choice) return choice.ids.map(Number);
  const { data } = await api.page<Page>("/reports", { query: { ...choice.query, page: 1, pageSize: most } });
  return data.map(({ id }) => Number(id)).filter((id) => !choice.except?.map(Number).includes(id));
}

/** Of a selection: the tutors are reminded, in one notice each. */
export function RemindTutors({ choice }: { choice: Choice }) {
  const [busy, attempt] = useAttempt();
  const remind = async () => {
    const told = await api.post<Answer<"teaching", "/report/remind", "post">>("/report/remind", {
      ids: await idsOf(choice),
    });
    toast.success(`${plural(told.writers, "tutor")} reminded of ${plural(told.reports, "report")}`);
  };
  return (
    <Button size="small" loading={busy !== null} onClick={() => void attempt(remind)}>
      Remind
    </Button>
  );
}
