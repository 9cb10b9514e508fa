import { useFields } from "@staffroom/form";
import { useMemo } from "react";
import { useEditing } from "./context";
import { InvoiceField } from "./fields";

/** The internal description; never on the invoice. */
export function Description() {
  const { invoice } = useEditing();
  const declared = useFields("/invoice").fields.get("description");
  const field = useMemo(() => declared && { ...declared, help: undefined }, [declared]);
  return (
    <section className="fin-card fin-description">
      <h2>
        Description <span className="sr-muted">internal, never on the invoice</span>
      </h2>
      {field && <InvoiceField key={invoice.id} field={field} />}
    </section>
  );
}
