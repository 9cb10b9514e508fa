import { hasRole, useSession } from "@staffroom/api";
import type { WidgetProps } from "@staffroom/contract";
import { useMemo } from "react";
import { InvoiceList } from "./list";
import { RemindersOfClient } from "../reminders/of-client";

/** Invoices in a profile: those for a student, whoever paid, or those to a client, with the client's reminders. */
export default function InvoicesOfPerson({ kind, id, organisationId }: WidgetProps["invoices"]) {
  const fixed = useMemo<Record<string, string>>(
    () => (kind === "candidate" ? { entityType: kind, entityTypeId: `${id}` } : { [`${kind}Id`]: `${id}` }),
    [kind, id],
  );
  // Invoices are created for students, not for a client as such.
  const origin =
    kind === "client"
      ? null
      : { entityType: kind, entityTypeId: `${id}`, orgId: organisationId ? `${organisationId}` : undefined };
  const { user } = useSession();
  return (
    <>
      {kind === "client" && hasRole(user, "accounting") && <RemindersOfClient id={id} />}
      <InvoiceList fixed={fixed} origin={origin} embedded />
    </>
  );
}
