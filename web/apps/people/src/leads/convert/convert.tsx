import { api, ApiError, invalidate, useApi } from "@staffroom/api";
import { dropDraft, FieldForm, FormField } from "@staffroom/form";
import {
  Answered,
  Dialog,
  DialogButton,
  formatDateTime,
  formatMoney,
  PageHeader,
  Panel,
  useAttempt,
} from "@staffroom/ui";
import { useCallback, useMemo, useState } from "react";
import { Link, useParams } from "react-router";
import { bodyOf, fieldsOf, follow, initialOf, partsOf, sentencesOf, type Made, type Proposal } from "./conversion";
import { readAgain } from "../types";
import "../statistics/style.css";

/** The conversion of a lead: a form, a preview of what it creates, and the created records. */
export function Conversion({ leadId }: { leadId: number }) {
  const proposal = useApi<Proposal>(`/lead/${leadId}/conversion`);
  return (
    <Answered query={proposal} title="The lead did not load" rows={8}>
      {(lead) => <Converting key={lead.leadId} lead={lead} reload={() => void proposal.refetch()} />}
    </Answered>
  );
}

type Body = ReturnType<typeof bodyOf>;

function Converting({ lead, reload }: { lead: Proposal; reload: () => void }) {
  /** The checked body, and what it would create. */
  const [tried, setTried] = useState<{ body: Body; would: Made }>();
  const [made, setMade] = useState<Made>();
  const [busy, attempt] = useAttempt();
  const draftKey = `convert:${lead.leadId}`;
  if (made) return <Done made={made} />;
  if (lead.converted) return <WasConverted lead={lead} />;
  const ask = async (body: Body, dry: boolean) => {
    try {
      return await api.post<Made>(`/lead/${lead.leadId}/convert`, { ...body, dry });
    } catch (error) {
      // Another user has booked a time that is still offered here.
      if (error instanceof ApiError && error.code === "already_booked") void invalidate("/leads/conversion");
      throw error;
    }
  };
  const check = async (values: Record<string, unknown>) => {
    const body = bodyOf(values, lead);
    setTried({ body, would: await ask(body, true) });
  };
  const convert = () =>
    attempt(async () => {
      if (!tried) return;
      setMade(await ask(tried.body, false));
      dropDraft(draftKey);
      await readAgain();
    }).then((done) => done || reload());
  return (
    <div className="lead-convert sr-stack">
      <p>The conversion creates all of this, or nothing. A record that you choose is linked, not changed.</p>
      <ConversionForm lead={lead} draftKey={draftKey} onSubmit={check} />
      <Dialog
        open={!!tried}
        title={`Convert ${lead.name}?`}
        okText="Convert lead"
        cancelText="Go back"
        confirmLoading={busy !== null}
        onOk={() => void convert()}
        onCancel={() => setTried(undefined)}
      >
        <ul className="people-links">
          {tried && sentencesOf(tried.would).map((sentence) => <li key={sentence}>{sentence}</li>)}
        </ul>
      </Dialog>
    </div>
  );
}

type FormProps = { lead: Proposal; draftKey: string; onSubmit: (values: Record<string, unknown>) => Promise<void> };

/** The form, part by part; fields made unnecessary by a choice are hidden. */
function ConversionForm({ lead, draftKey, onSubmit }: FormProps) {
  const fields = useCallback((drafts: Record<string, unknown>) => fieldsOf(lead, drafts), [lead]);
  const initial = useMemo(() => initialOf(lead), [lead]);
  return (
    <FieldForm
      fields={fields}
      initial={initial}
      follow={follow}
      draftKey={draftKey}
      keepsDraft
      submitLabel="Check conversion"
      onSubmit={onSubmit}
      layout={(form) =>
        partsOf(lead, form.drafts).map((part) => (
          <fieldset key={part.title} className="lead-convert-part">
            <legend>{part.title}</legend>
            <div className="sr-form-long">
              {part.fields.map((field) => (
                <FormField key={field.name} form={form} field={field} />
              ))}
            </div>
          </fieldset>
        ))
      }
    />
  );
}

/** The records of a conversion, with the next steps. */
function Done({ made: { client, students, courses, fee } }: { made: Made }) {
  const isBooked = courses.some(({ firstTutorial }) => firstTutorial);
  const hasStudents = students.some(({ kind }) => kind === "student");
  return (
    <Panel title="Lead converted">
      <ul className="people-links">
        <li>
          Client: <Link to={`/clients/${client.id}`}>{client.name}</Link>
        </li>
        {students.map(({ id, kind, name, ewtId, entries }) => (
          <li key={id}>
            {kind === "candidate" ? "Candidate" : "Student"}: <Link to={`/${kind}s/${id}`}>{name}</Link>,{" "}
            <Link to={`/accounts/invoices/${ewtId}`}>invoices of the enquiry</Link>
            {entries > 0 && (
              <>
                , <Link to={`/exams/entries?candidateId=${id}`}>planned entries</Link>
              </>
            )}
          </li>
        ))}
        {courses.map(({ id, title, firstTutorial }) => (
          <li key={id}>
            Course: <Link to={`/courses/${id}`}>{title}</Link>
            {firstTutorial && (
              <>
                , first tutorial{" "}
                <Link to={`/companyCalendar/day?day=${firstTutorial.slice(0, 10)}`}>
                  {formatDateTime(firstTutorial)}
                </Link>
              </>
            )}
          </li>
        ))}
        <Fee fee={fee} ewtId={students[0]?.ewtId} />
      </ul>
      {hasStudents ? (
        isBooked ? (
          <p>
            Next: follow the student in the <Link to="/pipeline/student">pipeline</Link>.
          </p>
        ) : (
          <p>
            Next: book the first tutorial in the <Link to="/companyCalendar/week">calendar</Link>, and follow the
            student in the <Link to="/pipeline/student">pipeline</Link>.
          </p>
        )
      ) : (
        <p>
          Next: follow the candidate among the <Link to="/exams/leads/conversions">exam leads</Link>.
        </p>
      )}
    </Panel>
  );
}

/** The agreed fee, with a link to its draft, which finance creates seconds later. */
function Fee({ fee, ewtId }: { fee: number | null; ewtId?: number }) {
  return fee && ewtId ? (
    <li>
      <Link to={`/accounts/invoices/${ewtId}`}>Draft invoice</Link> over {formatMoney(fee, "GBP")} without VAT
    </li>
  ) : null;
}

function WasConverted({ lead: { converted, enquiries } }: { lead: Proposal }) {
  if (!converted) return null;
  const { at, by, clientId, clientName, courses, fee } = converted;
  const about = enquiries.filter(({ studentId, candidateId }) => studentId ?? candidateId);
  return (
    <Panel title="Converted">
      <p>
        {by || "Somebody"} converted this lead on {formatDateTime(at)}.
      </p>
      <ul className="people-links">
        <li>
          Client: <Link to={`/clients/${clientId}`}>{clientName}</Link>
        </li>
        {about.map(({ id, studentId, candidateId }) => (
          <li key={id}>
            {studentId ? (
              <Link to={`/students/${studentId}`}>Student</Link>
            ) : (
              <Link to={`/candidates/${candidateId}`}>Candidate</Link>
            )}
            , <Link to={`/accounts/invoices/${id}`}>invoices of the enquiry</Link>
          </li>
        ))}
        {courses.map(({ id, title }) => (
          <li key={id}>
            Course: <Link to={`/courses/${id}`}>{title}</Link>
          </li>
        ))}
        <Fee fee={fee} ewtId={about[0]?.id} />
      </ul>
    </Panel>
  );
}

/** The button on a lead's page that converts it, or shows the converted records. */
export function ConvertLead({ leadId, isConverted }: { leadId: number; isConverted: boolean }) {
  const title = isConverted ? "Conversion" : "Convert lead";
  return (
    <DialogButton label={title} icon="user-check">
      {(close) => (
        <Dialog open title={title} footer={null} width={820} onCancel={close}>
          <Conversion leadId={leadId} />
        </Dialog>
      )}
    </DialogButton>
  );
}

/** The conversion of a lead as a page of its own. */
export default function ConvertPage() {
  const { id } = useParams();
  return (
    <>
      <PageHeader title="Convert lead" />
      <Conversion leadId={Number(id)} />
    </>
  );
}
