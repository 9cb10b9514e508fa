import { invalidate, useApi } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { colorOf, ErrorState, formatDateTime, LoadingState, StatusTag, Tabs, toast } from "@staffroom/ui";
import { ListScreen } from "@staffroom/list";
import { Moves } from "@staffroom/workflow";
import { Button, Descriptions, type DescriptionsProps } from "antd";
import type { ReactNode } from "react";
import { StatusCode } from "./status-code";
import "./style.css";

type Report = Answer<"support", "/error/{id}">;

const tracking: Record<string, [string, string]> = {
  submitted: ["Submitted", "grey"],
  investigating: ["Investigating", "blue"],
  completed: ["Completed", "green"],
  rejected: ["Rejected", "red"],
};

const plural = (count: number, one: string, many: string) => `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;

/** One report as it was sent, what is known about its fault, and the moves of its tracking status. */
export function ErrorReport({ id, onOpen }: { id: number; onOpen: (id: number) => void }) {
  const found = useApi<Report>(`/error/${id}`);
  if (found.error) return <ErrorState error={found.error} title="The report did not load" onRetry={() => void found.refetch()} />;
  if (!found.data) return <LoadingState rows={10} />;
  const report = found.data;
  const [label, color] = tracking[report.trackingStatus] ?? [report.trackingStatus, "grey"];
  const reload = () => {
    void invalidate("/errors");
    void invalidate(`/error/${id}`);
  };
  const facts: DescriptionsProps["items"] = [
    fact("Reported", `${formatDateTime(report.date)}${report.user ? ` by ${report.user.name}` : ", not signed in"}`),
    fact("Fault", `${plural(report.affected, "person", "people")} affected, ${plural(report.reports, "report", "reports")} since ${formatDateTime(report.firstReported)}`),
    fact("Call", report.api && <code>{report.method} {report.api}</code>),
    fact("Message", report.message),
    fact("Further message", report.optionalMessage),
    fact("Screen", report.route && <a href={`#${report.route}`}>{report.route}</a>),
    fact("App", [report.app, report.version].filter(Boolean).join(" ")),
    fact("Host", report.host),
    fact("School", report.school),
    fact("Browser", [report.userAgent, report.platform].filter(Boolean).join(" · ")),
  ].filter((item) => item.children);
  return (
    <div className="sr-report">
      <header>
        <StatusTag label={label} color={color} />
        <StatusCode status={report.status} />
        <span className="sr-report-moves"><Moves moves={report.moves} size="small" onDone={reload} /></span>
      </header>
      {report.description && <blockquote style={{ borderColor: colorOf(color) }}>{report.description}</blockquote>}
      <Descriptions size="small" column={1} colon={false} items={facts} styles={{ label: { width: 120 } }} />
      <Tabs
        size="small"
        items={[
          { key: "response", label: "Response data", children: <Data value={report.response} /> },
          { key: "request", label: "Request", children: <Data value={report.request} /> },
          { key: "headers", label: "Headers", children: <Data value={report.headers} /> },
          ...(report.reports > 1
            ? [{ key: "reports", label: `All ${report.reports.toLocaleString("en-GB")} reports`, children: <Reports fault={report.faultId} onOpen={onOpen} /> }]
            : []),
        ]}
      />
    </div>
  );
}

/** Every report of one fault. */
function Reports({ fault, onOpen }: { fault: number; onOpen: (id: number) => void }) {
  return <ListScreen path="/errors" fixed={{ fault: String(fault) }} tabs={[]} embedded={{ height: 320 }} onOpen={(row) => onOpen(row.id as number)} readOnly />;
}

function fact(label: string, children: ReactNode) {
  return { key: label, label, children };
}

function Data({ value }: { value: unknown }) {
  if (value === null || value === undefined) return <p className="sr-muted">Nothing was sent.</p>;
  const text = JSON.stringify(value, null, 2);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success("Copied");
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <div className="sr-report-data">
      <Button size="small" onClick={() => void copy()}>Copy</Button>
      <pre>{text}</pre>
    </div>
  );
}
