import { useApi, useUser } from "@staffroom/api";
import type { Answer } from "@staffroom/contract";
import { LoadingState, PageHeader, useAddress } from "@staffroom/ui";
import { useEffect, useMemo } from "react";
import { useParams } from "react-router";
import { InvoiceList } from "./list";

/** The organisation for users without one of their own. */
const firstOrganisation = 1;
/** Filters of addresses that link here, such as the queue on Home. */
const narrowing = ["status", "lowBalance", "overdue", "age", "unpaid"];

/** The invoice list page (money.md 2): of an organisation, or of the enquiry in the address. */
export default function Invoices() {
  const { ewtId } = useParams();
  const user = useUser();
  const [address, changeAddress] = useAddress();
  const entityType = address.get("entityType");
  const entityTypeId = address.get("entityTypeId");

  const fixed = useMemo<Record<string, string>>(
    () => ({
      ...(ewtId ? { ewtId } : {}),
      ...(entityType ? { entityType } : {}),
      ...(entityTypeId ? { entityTypeId } : {}),
    }),
    [ewtId, entityType, entityTypeId],
  );
  const own = ewtId || entityTypeId ? null : String(user.organisationId ?? firstOrganisation);

  // Each tab is one organisation; the user's own is the default. An address with filters but no organisation shows all
  // of them.
  const organisation = address.get("orgId");
  const needsOwn = !!own && !organisation && !narrowing.some((name) => address.has(name));
  useEffect(() => {
    if (!needsOwn) return;
    changeAddress((before) => new URLSearchParams([...before, ["orgId", own ?? ""]]), { replace: true });
  }, [own, needsOwn, changeAddress]);

  // The enquiry gives its organisation; the list works without it.
  const enquiry = useApi<Answer<"people", "/enquiryWithType/{id}">>(`/enquiryWithType/${ewtId}`, undefined, {
    enabled: !!ewtId,
  });
  const organisationOfEnquiry = enquiry.data?.organisationId;

  // A new invoice needs an enquiry or an entity.
  const origin = useMemo(
    () =>
      ewtId || entityTypeId
        ? {
            ewtId,
            entityType: entityType ?? undefined,
            entityTypeId: entityTypeId ?? undefined,
            orgId: organisation ?? (organisationOfEnquiry ? String(organisationOfEnquiry) : undefined),
          }
        : null,
    [ewtId, entityType, entityTypeId, organisation, organisationOfEnquiry],
  );

  if (needsOwn)
    return (
      <>
        <PageHeader title="Invoices" />
        <LoadingState rows={8} />
      </>
    );
  return (
    <InvoiceList
      fixed={fixed}
      origin={origin}
      organisation={organisation ?? undefined}
      title={ewtId ? ["Invoices of enquiry", ewtId, enquiry.data?.name].filter(Boolean).join(" ") : undefined}
    />
  );
}
