import { api, useApi } from "@staffroom/api";
import { dropDraft, FieldForm } from "@staffroom/form";
import { Answered, Dialog, formatDateTime, formatMoney, Icon, PageHeader, Panel, useAttempt } from "@staffroom/ui";
import { Button } from "antd";
import { useMemo, useState } from "react";
import { Link, useParams } from "react-router";
import { bodyOf, fieldsOf, initialOf, sentencesOf, type Made, type Proposal, type Tutor } from "./conversion";
import { readAgain } from "../types";
import "../statistics/style.css";

/** The conversion of a lead: a form, what it would make, and the records that it has made. */
export function Conversion({ leadId }: { leadId: number }) {
  const proposal = useApi<Proposal>(`/lead/${leadId}/conversion`);
  return <Answered query={proposal} title="The lead did not load" rows={8}>{(lead) => <Converting key={lead.leadId} lead={lead} reload={() => void proposal.refetch()} />}</Answered>;
}

function Converting({ lead, reload }: { lead: Proposal; reload: () => void }) {
  const [subject, level] = [lead.subjects[0], lead.levels[0]];
  const tutors = useApi<Tutor[]>("/leads/conversion/tutors", { subject: subject ?? "", level: level ?? "" }, { enabled: !!subject && !!level && !lead.converted });
  const [body, setBody] = useState<ReturnType<typeof bodyOf>>();
  const [dry, setDry] = useState<Made>();
  const [made, setMade] = useState<Made>();
  const [busy, attempt] = useAttempt();
  const fields = useMemo(() => fieldsOf(lead, tutors.data ?? []), [lead, tutors.data]);
  const initial = useMemo(() => initialOf(lead), [lead]);
  const draftKey = `convert:${lead.leadId}`;
  if (made) return <Done made={made} />;
  if (lead.converted) return <WasConverted lead={lead} />;
  const check = async (values: Record<string, unknown>) => {
    const asked = bodyOf(values, lead);
    setDry(await api.post<Made>(`/lead/${lead.leadId}/convert`, { ...asked, dry: true }));
    setBody(asked);
  };
  const convert = () => attempt(async () => {
    setMade(await api.post<Made>(`/lead/${lead.leadId}/convert`, body));
    dropDraft(draftKey);
    setDry(undefined);
    await readAgain();
  }).then((done) => done || reload());
  return (
    <div className="lead-convert">
      <p>The conversion creates all of this, or nothing. A record that you choose is linked, not changed.</p>
      <FieldForm fields={fields} initial={initial} draftKey={draftKey} keepsDraft submitLabel="Check conversion" onSubmit={check} />
      <Dialog open={!!dry} title={`Convert ${lead.name}?`} okText="Convert lead" cancelText="Go back" confirmLoading={busy !== null} onOk={() => void convert()} onCancel={() => setDry(undefined)}>
        <ul className="people-links">{dry && sentencesOf(dry).map((sentence) => <li key={sentence}>{sentence}</li>)}</ul>
      </Dialog>
    </div>
  );
}

/** The records of a conversion, with what comes next. */
function Done({ made: { client, students, course, fee } }: { made: Made }) {
  return (
    <Panel title="Lead converted">
      <ul className="people-links">
        <li>Client: <Link to={`/clients/${client.id}`}>{client.name}</Link></li>
        {students.map(({ id, name, ewtId }) => (
          <li key={id}>Student: <Link to={`/students/${id}`}>{name}</Link>, <Link to={`/accounts/invoices/${ewtId}`}>invoices of the enquiry</Link></li>
        ))}
        {course && <li>Course: <Link to={`/courses/${course.id}`}>{course.title}</Link></li>}
        <Fee fee={fee} ewtId={students[0]?.ewtId} />
      </ul>
      <p>Next: book the first tutorial in the <Link to="/companyCalendar/week">calendar</Link>, and follow the student in the <Link to="/pipeline/student">pipeline</Link>.</p>
    </Panel>
  );
}

/** The agreed fee, with a link to its draft, which finance makes seconds later. */
function Fee({ fee, ewtId }: { fee: number | null; ewtId?: number }) {
  return fee && ewtId ? <li><Link to={`/accounts/invoices/${ewtId}`}>Draft invoice</Link> over {formatMoney(fee, "GBP")} without VAT</li> : null;
}

function WasConverted({ lead: { converted, enquiries } }: { lead: Proposal }) {
  if (!converted) return null;
  const { at, by, clientId, clientName, courseId, courseTitle, fee } = converted;
  return (
    <Panel title="Converted">
      <p>{by || "Somebody"} converted this lead on {formatDateTime(at)}.</p>
      <ul className="people-links">
        <li>Client: <Link to={`/clients/${clientId}`}>{clientName}</Link></li>
        {enquiries.filter(({ studentId }) => studentId).map(({ id, studentId }) => (
          <li key={id}><Link to={`/students/${studentId}`}>Student</Link>, <Link to={`/accounts/invoices/${id}`}>invoices of the enquiry</Link></li>
        ))}
        {courseId && <li>Course: <Link to={`/courses/${courseId}`}>{courseTitle}</Link></li>}
        <Fee fee={fee} ewtId={enquiries.find(({ studentId }) => studentId)?.id} />
      </ul>
    </Panel>
  );
}

/** The button of a lead's page that converts it, or shows into what it was converted. */
export function ConvertLead({ leadId, isConverted }: { leadId: number; isConverted: boolean }) {
  const title = isConverted ? "Conversion" : "Convert lead";
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Icon name="user-check" size={15} />} onClick={() => setOpen(true)}>{title}</Button>
      <Dialog open={open} title={title} footer={null} width={820} onCancel={() => setOpen(false)} destroyOnHidden>{open && <Conversion leadId={leadId} />}</Dialog>
    </>
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
