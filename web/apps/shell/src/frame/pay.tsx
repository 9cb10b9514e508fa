import { LoadingState } from "@staffroom/ui";
import { useEffect } from "react";
import { useParams } from "react-router";

/**
 * Redirects the link on an invoice, `/#/invoice/{uuid}` (money.md 2), to the payment page, which the server renders.
 */
export default function Pay() {
  const { uuid = "" } = useParams();
  useEffect(() => window.location.replace(`/pay/${encodeURIComponent(uuid)}`), [uuid]);
  return <LoadingState rows={4} />;
}
