import { useApi } from "@staffroom/api";
import type { Field } from "@staffroom/contract";
import { EditableField, missingFor, ReadField, useFields, useRecordSaved } from "@staffroom/form";
import { usePage } from "@staffroom/ui";
import { Button } from "antd";
import { useMemo } from "react";
import { useParams } from "react-router";
import { Part } from "../parts/part";
import { PdfButton } from "../parts/pdf-button";
import { useClose } from "../parts/use-close";
import { useOpened } from "../parts/use-opened";
import { asGrades } from "../writing/grades";
import { Marked } from "../writing/missing";
import { MissingNote } from "../writing/missing-note";
import { Mocks } from "../writing/mocks";
import { hasReason, isChanged, PredictedBefore, reasonField, withExplained } from "../writing/predicted";
import { Ratings, type Rated } from "../writing/ratings";
import { FormHead, RecordForm } from "../writing/record-form";
import { useRefusal } from "../writing/use-refusal";
import "../writing/style.css";
import { DeleteReport, ReportMoves } from "./moves";
import { LastComment, TermFigures } from "./term";
import { comments, grades, type Report, type Term } from "./types";
import { ReportFacts, ReportWarnings, ReturnedReport } from "./view";
import "./style.css";

/** The screen `/reports/{id}/write`: the form, which closes to the previous address. */
export default function ReportScreen() {
  const { id = "" } = useParams();
  const close = useClose(`/system/reports?report=${id}`);
  return (
    <RecordForm<Report>
      key={id}
      thing="/report"
      id={Number(id)}
      label="Term report"
      called="The report"
      onClose={close}
    >
      {(report, reload) => <ReportForm report={report} onClose={close} reload={reload} />}
    </RecordForm>
  );
}

type FormProps = { report: Report; onClose: () => void; reload: () => void };

function ReportForm({ report, onClose, reload }: FormProps) {
  const { declared } = useFields("/report");
  const { data: term } = useApi<Term>(`/report/${report.id}/term`);
  const missing = useMemo(() => missingFor(declared, withExplained(report), "submit"), [declared, report]);
  const { form, marked, refuse } = useRefusal(missing, (field) => {
    // Another report has predicted a grade since this one was opened.
    if (field === reasonField && !hasReason(report)) reload();
  });
  usePage(report.title);
  useOpened(`/report/${report.id}`, report, report.may.open);
  const needed = declared.checks.filter((name) => name !== reasonField || isChanged(report)).length;
  return (
    <div className="tea-form" ref={form}>
      <FormHead title={report.title} columns="/reports/columns" status={report.status} onClose={onClose} />
      <div className="tea-body tea-report">
        <div className="tea-report-main">
          <ReturnedReport report={report} />
          <ReportFacts report={report} />
          {["submitted", "checked"].includes(report.status) && <ReportWarnings report={report} />}
          <Marked value={marked}>
            <Assessment report={report} term={term} reload={reload} />
            <Part title="Comments">
              {comments.map((name) => (
                <div key={name} className="tea-beside">
                  <ReportField report={report} name={name} reload={reload} />
                  <LastComment term={term} name={name} />
                </div>
              ))}
            </Part>
            <Part title="Mock exams">
              <Mocks
                thing="/reportmock"
                to={`/report/${report.id}/add/mock`}
                rows={report.mocks}
                mayChange={report.may.edit.includes("field1")}
                empty="No mock exams in this report."
                onChanged={reload}
              />
            </Part>
          </Marked>
        </div>
        {term && <TermFigures term={term} />}
      </div>
      <div className="tea-foot">
        <span className="sr-muted">
          {report.may.edit.length === 0
            ? ""
            : missing.length
              ? `${missing.length} of ${needed} left to fill in`
              : "Nothing is missing"}
        </span>
        <span className="sr-spacer" />
        <DeleteReport report={report} onDone={onClose} />
        <ReportMoves report={report} onRefused={refuse} onDone={reload} />
        <PdfButton path={`/report/${report.id}`} />
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  );
}

/** Updates a saved field; the first change of a requested or returned report moves it to saved. */
function useReportSaved(report: Report, reload: () => void) {
  const moves = ["called", "returned"].includes(report.status);
  // Another grade clears the reason for the submitted one.
  return useRecordSaved(`/report/${report.id}`, ({ field }) => {
    if (moves || field === "predictedGrade") reload();
  });
}

type FieldProps = { report: Report; name: keyof Report & string; reload: () => void; as?: (field: Field) => Field };

/** A field of the report: editable if the user may write it, read-only otherwise. */
function ReportField({ report, name, reload, as = (field) => field }: FieldProps) {
  const declared = useFields("/report").fields.get(name);
  const saved = useReportSaved(report, reload);
  if (!declared) return null;
  const path = `/report/${report.id}`;
  if (!report.may.edit.includes(name)) return <ReadField field={as(declared)} path={path} value={report[name]} />;
  return (
    <div className="tea-slip-field">
      <div>
        <EditableField field={as(declared)} path={path} value={report[name]} onSaved={saved} debounce />
        <MissingNote name={name} />
      </div>
    </div>
  );
}

function Assessment({ report, term, reload }: { report: Report; term?: Term; reload: () => void }) {
  const { fields } = useFields("/report");
  const saved = useReportSaved(report, reload);
  const rows = grades.flatMap((name): Rated[] => {
    const field = fields.get(name);
    return field
      ? [{ field, value: report[name], mayEdit: report.may.edit.includes(name), last: term?.last?.[name] }]
      : [];
  });
  return (
    <Part title="Assessment">
      <div className="tea-predicted">
        <ReportField
          report={report}
          name="predictedGrade"
          reload={reload}
          as={(field) => asGrades(field, report.grades)}
        />
        <PredictedBefore report={report} />
        {hasReason(report) && <ReportField report={report} name={reasonField} reload={reload} />}
      </div>
      <Ratings path={`/report/${report.id}`} rows={rows} onSaved={saved} />
    </Part>
  );
}
