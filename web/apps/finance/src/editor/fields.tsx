import { queryClient } from "@staffroom/api";
import type { Field, FieldSaved, RecordData } from "@staffroom/contract";
import { EditableField, ReadField, useFields } from "@staffroom/form";
import { Answered, Facts, formatDateTime } from "@staffroom/ui";
import { useCallback } from "react";
import { Link } from "react-router";
import { type Invoice } from "../types";
import { useEditing } from "./context";

/** The fields of the card in order; other fields of the record are shown elsewhere. */
const shown = ["title", "date", "dueDate", "billingYear", "email", "NIF", "line1", "line2", "line3", "postcode"];

/** One declared field: editable if the server allows it, read-only otherwise. */
export function InvoiceField({ field }: { field: Field }) {
  const { invoice, reload } = useEditing();
  const history = !!invoice.may?.history;
  // A stable function: a new one would make the field save before the debounce ends.
  const path = `/invoice/${invoice.id}`;
  const saved = useCallback(
    (change: FieldSaved) => {
      queryClient.setQueriesData<Invoice>(
        { predicate: ({ queryKey: [key] }) => key === path },
        (old) => old && { ...old, [change.field]: change.value },
      );
      void reload();
    },
    [path, reload],
  );
  const props = { field, path, value: (invoice as RecordData)[field.name], history };
  return invoice.may?.edit?.includes(field.name) ? (
    <EditableField {...props} debounce onSaved={saved} />
  ) : (
    <ReadField {...props} />
  );
}

const none = <span className="sr-muted">–</span>;
const signed = (moment: string | null | undefined, name: string | undefined) => (
  <>
    {formatDateTime(moment)} <span className="sr-muted">{name}</span>
  </>
);

function InvoiceFacts() {
  const { invoice } = useEditing();
  const { emailSent, createdBy, modifiedBy, student } = invoice;
  return (
    <Facts
      facts={{
        Student: student ? <Link to={`/students/${student.id}`}>{student.name ?? student.id}</Link> : none,
        Organisation: invoice.organisation.title ?? invoice.organisation.id,
        Currency: invoice.currency,
        Created: createdBy ? signed(invoice.created, createdBy.name) : none,
        Modified: modifiedBy ? signed(invoice.modified, modifiedBy.name) : none,
        "Email sent": emailSent ? signed(emailSent.date, invoice.emailSentBy?.name) : none,
      }}
    />
  );
}

/** The card of the invoice's fields, each with autosave. */
export function FieldCard() {
  const { invoice, refusal } = useEditing();
  const query = useFields("/invoice");
  // Only invoices of some organisations have a NIF: it is editable, or has a value.
  const names = shown.filter((name) => name !== "NIF" || !!invoice.NIF || invoice.may?.edit?.includes(name));
  return (
    <section className="fin-card fin-fields" aria-label="Details" data-reading={!!refusal || undefined}>
      <Answered query={query} rows={4} compact>
        {() => (
          <div className="fin-grid">
            {names.map((name) => {
              const field = query.fields.get(name);
              return field && <InvoiceField key={name} field={field} />;
            })}
          </div>
        )}
      </Answered>
      <InvoiceFacts />
    </section>
  );
}
