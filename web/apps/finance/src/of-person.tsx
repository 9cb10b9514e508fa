import type { WidgetProps } from "@staffroom/contract";
import { useMemo } from "react";
import { InvoiceList } from "./invoice-list";

/** In a person's profile: what a student was invoiced for whoever paid, and of a client what they are to pay. */
export default function InvoicesOfPerson({ kind, id, organisationId }: WidgetProps["invoices"]) {
  const fixed = useMemo<Record<string, string>>(
    () => (kind === "candidate" ? { entityType: kind, entityTypeId: `${id}` } : { [`${kind}Id`]: `${id}` }),
    [kind, id],
  );
  // Nothing is invoiced for a client as such, but for their students.
  const origin = kind === "client" ? null : { entityType: kind, entityTypeId: `${id}`, orgId: organisationId ? `${organisationId}` : undefined };
  return <InvoiceList fixed={fixed} origin={origin} embedded />;
}
