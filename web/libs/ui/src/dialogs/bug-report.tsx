import { supportEmail } from "@staffroom/api";
import { Button, Input } from "antd";
import { useState } from "react";
import { bugReportOf, closeBugReport, sendBugReport, useBugReport } from "./bug-report-store";
import { Dialog } from "./dialog";
import { plainErrorText } from "@staffroom/api";

type Step = "asking" | "sending" | "sent" | "failed";

function mailLink(error: unknown, description: string): string {
  const report = bugReportOf(error, description);
  const body = `${description}\n\nPage: ${report.route}\nMessage: ${report.message}\nStatus: ${report.status ?? ""}\nCall: ${report.API}`;
  return `mailto:${supportEmail}?subject=${encodeURIComponent("Staffroom: something went wrong")}&body=${encodeURIComponent(body)}`;
}

function Report({ error, description: first = "" }: { error?: unknown; description?: string }) {
  const [step, setStep] = useState<Step>("asking");
  const [description, setDescription] = useState(first);
  const send = async () => {
    setStep("sending");
    try {
      await sendBugReport(error, description.trim());
      setStep("sent");
    } catch {
      setStep("failed");
    }
  };
  if (step === "sent") {
    return (
      <Dialog
        open
        title="Report submitted"
        onCancel={closeBugReport}
        footer={
          <Button type="primary" onClick={closeBugReport}>
            Close
          </Button>
        }
      >
        <p>
          Thank you. You can follow what happens with it under{" "}
          <a href="#/support/tickets/my" onClick={closeBugReport}>
            Support Tickets
          </a>
          .
        </p>
      </Dialog>
    );
  }
  if (step === "failed") {
    return (
      <Dialog
        open
        title="Report failed"
        onCancel={closeBugReport}
        footer={<Button onClick={closeBugReport}>Close</Button>}
      >
        <p>
          The report could not be sent. You can <a href={mailLink(error, description)}>write to support</a> instead;
          your text is kept in the mail.
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      title="Report a problem"
      okText="Send report"
      onOk={send}
      confirmLoading={step === "sending"}
      okButtonProps={{ disabled: !description.trim() }}
      onCancel={closeBugReport}
    >
      {error !== undefined && <p className="sr-quote">{plainErrorText(error)}</p>}
      <label className="sr-label" htmlFor="bug-description">
        What were you doing, and what happened?
      </label>
      <Input.TextArea
        id="bug-description"
        rows={5}
        autoFocus
        maxLength={5000}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
    </Dialog>
  );
}

/** The dialog of the bug report; the shell renders it once. */
export function BugReportDialog() {
  const opened = useBugReport();
  return opened ? <Report {...opened} /> : null;
}
