import type { Answer } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { ChoiceTag, choiceOf, useChoices } from "@staffroom/screen";
import { colorOf, copyText, Facts, formatCount, formatDateTime, formatNumber, Tabs } from "@staffroom/ui";
import { Button } from "antd";
import "./style.css";

export type Report = Answer<"support", "/error/{id}">;

const columns = "/errors/columns";

/** An HTTP status in its colour (platform.md 4). Nothing if no call failed. */
export const StatusCode = ({ status }: { status: unknown }) =>
  status === 0 ? null : <ChoiceTag of={columns} name="status" value={status} />;

/** One report, and the data of its error. */
export function ErrorReport({ report, onOpen }: { report: Report; onOpen: (id: number) => void }) {
  const state = choiceOf(useChoices(columns), "trackingStatus", report.trackingStatus);
  const facts = {
    Reported: `${formatDateTime(report.date)}${report.user ? ` by ${report.user.name}` : ", not signed in"}`,
    Fault: `${formatCount(report.affected, "person", "people")} affected, ${formatCount(report.reports, "report", "reports")} since ${formatDateTime(report.firstReported)}`,
    Call: report.api && (
      <code>
        {report.method} {report.api}
      </code>
    ),
    Answer: report.status !== 0 && <StatusCode status={report.status} />,
    Message: report.message,
    "Further message": report.optionalMessage,
    Screen: report.route && <a href={`#${report.route}`}>{report.route}</a>,
    App: [report.app, report.version].filter(Boolean).join(" "),
    Host: report.host,
    School: report.school,
    Browser: [report.userAgent, report.platform].filter(Boolean).join(" · "),
  };
  return (
    <div className="sr-report">
      {report.description && (
        <blockquote style={{ borderColor: colorOf(state?.color) }}>{report.description}</blockquote>
      )}
      <Facts single facts={facts} />
      <Tabs
        size="small"
        items={[
          { key: "response", label: "Response data", children: <Data value={report.response} /> },
          { key: "request", label: "Request", children: <Data value={report.request} /> },
          { key: "headers", label: "Headers", children: <Data value={report.headers} /> },
          ...(report.reports > 1
            ? [
                {
                  key: "reports",
                  label: `All ${formatNumber(report.reports)} reports`,
                  children: <Reports fault={report.faultId} onOpen={onOpen} />,
                },
              ]
            : []),
        ]}
      />
    </div>
  );
}

/** Every report of one error. */
function Reports({ fault, onOpen }: { fault: number; onOpen: (id: number) => void }) {
  return (
    <ListScreen
      path="/errors"
      fixed={{ fault: String(fault) }}
      tabs={[]}
      embedded={{ height: 320 }}
      onOpen={(row) => onOpen(row.id as number)}
      readOnly
    />
  );
}

function Data({ value }: { value: unknown }) {
  if (value === null || value === undefined) return <p className="sr-muted">Nothing was sent.</p>;
  const text = JSON.stringify(value, null, 2);
  return (
    <div className="sr-report-data">
      <Button size="small" onClick={() => void copyText(text, "Copied")}>
        Copy
      </Button>
      <pre>{text}</pre>
    </div>
  );
}
