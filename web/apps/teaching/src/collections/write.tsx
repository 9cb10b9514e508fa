import { useApi } from "@staffroom/api";
import { EditableField, missingFor, ReadField, useFields, useRecordSaved } from "@staffroom/form";
import { usePage } from "@staffroom/ui";
import { Button } from "antd";
import { useMemo } from "react";
import { useParams } from "react-router";
import { Part } from "../parts/part";
import { useClose } from "../parts/use-close";
import { asGrades } from "../writing/grades";
import { Marked } from "../writing/missing";
import { MissingNote } from "../writing/missing-note";
import { Mocks } from "../writing/mocks";
import { hasReason, PredictedBefore, reasonField, withExplained } from "../writing/predicted";
import { FormHead, RecordForm } from "../writing/record-form";
import { useRefusal } from "../writing/use-refusal";
import "../writing/style.css";
import { BookRoom, useEventField } from "./booked";
import { CollectionActions } from "./moves";
import { TermFacts } from "./term";
import { sections, type Collection, type Term } from "./types";
import { CollectionFacts } from "./view";
import "./style.css";

const thing = "/collectionreport";
/** Fields above the sections. */
const about = ["term", "date", "interviewers", "eventId", "predictedGrade"] as const;

/** The screen `/collectionreports/{id}/write`: the interview view, which closes to the previous address. */
export default function CollectionScreen() {
  const { id = "" } = useParams();
  const close = useClose(`/system/collectionreports?collection=${id}`);
  return <CollectionDialog key={id} id={Number(id)} onClose={close} />;
}

/** The interview view over the whole screen. */
export function CollectionDialog({ id, onClose }: { id: number; onClose: () => void }) {
  return (
    <RecordForm<Collection> thing={thing} id={id} label="Collection report" called="The report" onClose={onClose}>
      {(report, reload) => <CollectionForm report={report} onClose={onClose} reload={reload} />}
    </RecordForm>
  );
}

type FormProps = { report: Collection; onClose: () => void; reload: () => void };

function CollectionForm({ report, onClose, reload }: FormProps) {
  const { declared } = useFields(thing);
  const mayWrite = report.may.edit.length > 0;
  const { data: term } = useApi<Term>(`${thing}/${report.id}/term`, undefined, { enabled: mayWrite });
  const missing = useMemo(() => missingFor(declared, withExplained(report), "submit"), [declared, report]);
  const { form, marked, refuse } = useRefusal(missing, (field) => {
    // Another report has predicted a grade since this one was opened.
    if (field === reasonField && !hasReason(report)) reload();
  });
  usePage(report.title);
  const unwritten = missing.filter(({ field }) => field !== reasonField).length;
  const left = unwritten
    ? `${unwritten} of ${sections.length} sections left to write`
    : missing.length
      ? "The reason for the changed grade is missing"
      : "Every section is written";
  return (
    <div className="tea-form" ref={form}>
      <FormHead title={report.title} columns="/collectionreports/columns" status={report.status} onClose={onClose} />
      <div className="tea-body tea-collection">
        {term && <TermFacts term={term} />}
        <div className="tea-collection-main">
          <CollectionFacts report={report} />
          <Marked value={marked}>
            {mayWrite && (
              <Part title="Interview">
                <div className="tea-collection-about">
                  {about.map((name) => (
                    <CollectionField key={name} report={report} name={name} reload={reload} />
                  ))}
                </div>
                <PredictedBefore report={report} />
                {hasReason(report) && <CollectionField report={report} name={reasonField} reload={reload} />}
              </Part>
            )}
            <Part title="Sections">
              {sections.map((name) => (
                <CollectionField key={name} report={report} name={name} reload={reload} />
              ))}
            </Part>
          </Marked>
          <Part title="Mock assessment">
            <Mocks
              thing="/collectionreport/mock"
              to={`${thing}/${report.id}/mock`}
              rows={report.mocks}
              mayChange={mayWrite}
              empty="No mocks yet."
              onChanged={reload}
            />
          </Part>
        </div>
      </div>
      <div className="tea-foot">
        <span className="sr-muted">{mayWrite && left}</span>
        <span className="sr-spacer" />
        <CollectionActions report={report} onDone={reload} onRefused={refuse} onDeleted={onClose} />
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  );
}

type FieldProps = { report: Collection; name: keyof Collection & string; reload: () => void };

/** Fields whose change is shown elsewhere in the report. */
const shownElsewhere = ["interviewers", "eventId", "date", "term"];

/** A field of the report: editable if the user may write it, read-only otherwise. */
function CollectionField({ report, name, reload }: FieldProps) {
  const declared = useFields(thing).fields.get(name);
  const isEvent = name === "eventId";
  const ofDay = useEventField(report, declared, isEvent && report.may.edit.includes(name));
  const field = isEvent ? ofDay : name === "predictedGrade" && declared ? asGrades(declared, report.grades) : declared;
  const path = `${thing}/${report.id}`;
  const saved = useRecordSaved(path, shownElsewhere.includes(name) ? reload : undefined);
  if (!field) return null;
  if (!report.may.edit.includes(name)) return <ReadField field={field} path={path} value={report[name]} />;
  return (
    <div className="tea-slip-field">
      <EditableField field={field} path={path} value={report[name]} onSaved={saved} debounce />
      {isEvent && <BookRoom report={report} />}
      <MissingNote name={name} />
    </div>
  );
}
