import { hasRole, queryClient, useSession } from "@staffroom/api";
import type { Field, FieldSaved, RecordData } from "@staffroom/contract";
import { EditableField, ReadField, useFields } from "@staffroom/form";
import { ErrorState, formatDateTime, LoadingState } from "@staffroom/ui";
import { useCallback, type ReactNode } from "react";
import { Link } from "react-router";
import { type Invoice } from "../types";
import { useEditing } from "./context";

/** The fields of the card in their order; other fields of the record are shown elsewhere. */
const shown = ["title", "date", "dueDate", "billingYear", "email", "NIF", "line1", "line2", "line3", "postcode"];

/** One declared field: editable where the server allows it, read-only otherwise. */
export function InvoiceField({ field }: { field: Field }) {
  const { invoice, reload } = useEditing();
  const history = hasRole(useSession().user);
  // A stable function: a new one would make the field save before the debounce ends.
  const path = `/invoice/${invoice.id}`;
  const saved = useCallback(
    (change: FieldSaved) => {
      queryClient.setQueriesData<Invoice>({ predicate: ({ queryKey: [key] }) => key === path }, (old) => old && { ...old, [change.field]: change.value });
      void reload();
    },
    [path, reload],
  );
  const props = { field, path, value: (invoice as RecordData)[field.name], history };
  return invoice.may?.edit?.includes(field.name) ? <EditableField {...props} debounce onSaved={saved} /> : <ReadField {...props} />;
}

function Fact({ label, children }: { label: string; children?: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children || <span className="sr-muted">–</span>}</dd>
    </div>
  );
}

function Facts() {
  const { invoice } = useEditing();
  const { emailSent, createdBy, modifiedBy, student } = invoice;
  const { ids, kind } = invoice.invoicedEntity;
  const person = ids[`${kind}Id`];
  return (
    <dl className="fin-facts">
      <Fact label="Invoiced to">{person ? <Link to={`/${kind}s/${person}`}>{invoice.name}</Link> : invoice.name}</Fact>
      <Fact label="Student">{student && <Link to={`/students/${student.id}`}>{student.name ?? student.id}</Link>}</Fact>
      <Fact label="Organisation">{invoice.organisation.title ?? invoice.organisation.id}</Fact>
      <Fact label="Currency">{invoice.currency}</Fact>
      <Fact label="Created">{createdBy && <>{formatDateTime(invoice.created)} <span className="sr-muted">{createdBy.name}</span></>}</Fact>
      <Fact label="Modified">{modifiedBy && <>{formatDateTime(invoice.modified)} <span className="sr-muted">{modifiedBy.name}</span></>}</Fact>
      <Fact label="Email sent">{emailSent && <>{formatDateTime(emailSent.date)} <span className="sr-muted">{invoice.emailSentBy?.name}</span></>}</Fact>
    </dl>
  );
}

/** The card of the invoice's fields, each with autosave. */
export function FieldCard() {
  const { invoice, refusal } = useEditing();
  const { data, error, refetch, fields } = useFields("/invoice");
  // Only invoices of some organisations have a NIF: it is editable, or has a value.
  const names = shown.filter((name) => name !== "NIF" || !!invoice.NIF || invoice.may?.edit?.includes(name));
  return (
    <section className="fin-card fin-fields" aria-label="Details" data-reading={!!refusal || undefined}>
      {!data && (error ? <ErrorState compact error={error} onRetry={refetch} /> : <LoadingState rows={4} />)}
      {data && (
        <div className="fin-grid">
          {names.map((name) => {
            const field = fields.get(name);
            return field && <InvoiceField key={name} field={field} />;
          })}
        </div>
      )}
      <Facts />
    </section>
  );
}
