import { api } from "@staffroom/api";
import type { RecordData } from "@staffroom/contract";
import { ActionButton, toast } from "@staffroom/ui";
import { useNavigate } from "react-router";

/** Creates an expected certificate for each candidate and board of a series with results, then shows them. */
export function ExpectCertificates({ record: { id, type, state } }: { record: RecordData }) {
  const navigate = useNavigate();
  if (!["results", "released", "closed"].includes(String(state)) || type !== "public") return null;
  const expect = async () => {
    const { added } = await api.post<{ added: number }>(`/system/examseries/${id}/certificates`);
    toast.success(added ? `${added} certificates are expected` : "All certificates are already in the list");
    await navigate(`/exams/series/${id}/certificates`);
  };
  return <ActionButton run={expect}>Expect certificates</ActionButton>;
}
