import { api, appName } from "@staffroom/api";
import type { Answer, Choice, Move, Page } from "@staffroom/contract";
import { plural, toast, useAttempt, useDialogs, useOpenRecord } from "@staffroom/ui";
import { Moves } from "@staffroom/workflow";
import { Button } from "antd";
import { PdfButton } from "../parts/pdf-button";
import { remind, RemindButton } from "../parts/remind";
import { useTell } from "../parts/use-tell";
import { WriteButton } from "../parts/write-button";
import { reportDrawer } from "./drawer";
import type { Report } from "./types";

const owed = "called,saved,returned";

/** Announces that a report was submitted, and the tutor's next one due. */
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
  const tell = useTell(tellSubmitted);
  return <Moves moves={report.moves} onDone={onDone} onRefused={onRefused} tell={tell} />;
}

/** Deletes a requested or submitted report; it asks twice, as for slips. */
export function DeleteReport({ report, onDone }: { report: Report; onDone: () => void }) {
  const dialogs = useDialogs();
  const [busy, attempt] = useAttempt();
  if (!report.may.delete) return null;
  const remove = async () => {
    const ask = (text: string) =>
      dialogs.ask({ title: "Delete report?", text, yes: "Delete report", no: "Keep report", danger: true });
    if (!(await ask(report.title))) return;
    if (!(await ask("The tutor's text will be deleted permanently. Delete it?"))) return;
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

/** The moves of the open report, its PDF, and its form if there is something to write. */
export function ReportFoot({ report, onDone }: { report: Report; onDone: () => void }) {
  const [, open] = useOpenRecord(reportDrawer.param);
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
        <PdfButton path={`/report/${report.id}`} />
        <WriteButton record={report} to={`/reports/${report.id}/write`} />
      </span>
    </div>
  );
}

type Reminded = Answer<"teaching", "/report/remind", "post">;

/** Reminds the tutors of selected reports, in one notice each. */
export const RemindTutors = ({ choice }: { choice: Choice }) => (
  <RemindButton
    run={() =>
      remind<Reminded>(
        "/reports",
        choice,
        "/report/remind",
        ({ writers, reports }) => `${plural(writers, "tutor")} reminded of ${plural(reports, "report")}`,
      )
    }
  />
);
