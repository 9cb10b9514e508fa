import { ApiError, useApi, useRecord } from "@staffroom/api";
import { EditableField, missingFor, Parts, ReadField, useFields, useRecordSaved } from "@staffroom/form";
import { choiceOf, useChoices } from "@staffroom/screen";
import { Answered, Icon, showRefusal, StatusTag, useGone, usePage } from "@staffroom/ui";
import { Button } from "antd";
import { useContext, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { FullScreen } from "../parts/full-screen";
import { asGrades } from "../writing/grades";
import { focusField, Marked } from "../writing/missing";
import { MockMonth } from "../writing/mock-month";
import { hasReason, PredictedBefore, reasonField, withExplained } from "../writing/predicted";
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

/** The screen `/collectionreports/{id}/write`: the interview view, closed to where it was opened from. */
export default function CollectionScreen() {
  const { id = "" } = useParams();
  const { key } = useLocation();
  const navigate = useNavigate();
  // The first address of a tab has nothing behind it.
  const close = () => void (key === "default" ? navigate(`/system/collectionreports?collection=${id}`) : navigate(-1));
  return <CollectionDialog key={id} id={Number(id)} onClose={close} />;
}

/** The interview view over the whole screen. */
export function CollectionDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useRecord<Collection>(`${thing}/${id}`);
  const fields = useFields(thing);
  useGone(query, "The report", onClose);
  return (
    <FullScreen label="Collection report" onClose={onClose}>
      <Answered query={query} rows={6}>
        {(report) =>
          fields.data && <CollectionForm report={report} onClose={onClose} reload={() => void query.refetch()} />
        }
      </Answered>
    </FullScreen>
  );
}

type FormProps = { report: Collection; onClose: () => void; reload: () => void };

function CollectionForm({ report, onClose, reload }: FormProps) {
  const { declared } = useFields(thing);
  const mayWrite = report.may.edit.length > 0;
  const { data: term } = useApi<Term>(`${thing}/${report.id}/term`, undefined, { enabled: mayWrite });
  const choices = useChoices("/collectionreports/columns");
  const [isRefused, setRefused] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const missing = useMemo(() => missingFor(declared, withExplained(report), "submit"), [declared, report]);
  // A mark goes once its section is filled.
  const marked = useMemo(
    () => new Map(isRefused ? missing.map(({ field, text }) => [field, text]) : []),
    [isRefused, missing],
  );
  usePage(report.title);
  const refuse = (error: unknown): boolean => {
    const [first] = error instanceof ApiError ? Object.keys(error.fields) : [];
    if (first === undefined || !showRefusal(error, () => focusField(form.current, first))) return false;
    setRefused(true);
    // Another report has predicted a grade since this one was opened.
    if (first === reasonField && !hasReason(report)) reload();
    return true;
  };
  const state = choiceOf(choices, "status", report.status);
  const unwritten = missing.filter(({ field }) => field !== reasonField).length;
  const left = unwritten
    ? `${unwritten} of ${sections.length} sections left to write`
    : missing.length
      ? "The reason for the changed grade is missing"
      : "Every section is written";
  return (
    <div className="tea-form" ref={form}>
      <div className="tea-head">
        <h1>{report.title}</h1>
        {state && <StatusTag label={state.label} color={state.color} />}
        <span className="sr-spacer" />
        <Button type="text" aria-label="Close" icon={<Icon name="close" size={16} />} onClick={onClose} />
      </div>
      <div className="tea-body tea-collection">
        {term && <TermFacts term={term} />}
        <div className="tea-collection-main">
          <CollectionFacts report={report} />
          <Marked value={marked}>
            {mayWrite && (
              <section className="tea-part">
                <h2>Interview</h2>
                <div className="tea-collection-about">
                  {about.map((name) => (
                    <CollectionField key={name} report={report} name={name} reload={reload} />
                  ))}
                </div>
                <PredictedBefore report={report} />
                {hasReason(report) && <CollectionField report={report} name={reasonField} reload={reload} />}
              </section>
            )}
            <section className="tea-part">
              <h2>Sections</h2>
              {sections.map((name) => (
                <CollectionField key={name} report={report} name={name} reload={reload} />
              ))}
            </section>
          </Marked>
          <section className="tea-part">
            <h2>Mock assessment</h2>
            <Parts
              thing="/collectionreport/mock"
              rows={report.mocks}
              to={`${thing}/${report.id}/mock`}
              noun="mock"
              nameOf={({ month, grade }) => `${month}, ${grade}`}
              mayChange={mayWrite}
              columns={[{ title: "Month", head: true, cell: MockMonth }, "mark", "maxMark", "grade", "comment"]}
              empty="No mocks yet."
              onChanged={reload}
            />
          </section>
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

/** What a refused submit said of a section, until it is written. */
function Missing({ name }: { name: string }) {
  const text = useContext(Marked).get(name);
  return text ? (
    <span className="sr-note sr-note-bad" role="alert">
      {text}
    </span>
  ) : null;
}

type FieldProps = { report: Collection; name: keyof Collection & string; reload: () => void };

/** Fields whose change shows elsewhere in the report. */
const shownElsewhere = ["interviewers", "eventId", "date", "term"];

/** A field of the report: written where the caller may, read otherwise. */
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
      <Missing name={name} />
    </div>
  );
}
