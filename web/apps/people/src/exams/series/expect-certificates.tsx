import { api } from "@staffroom/api";
import type { RecordData } from "@staffroom/contract";
import { toast, useAttempt } from "@staffroom/ui";
import { Button } from "antd";
import { useNavigate } from "react-router";

/** Creates an expected certificate for each candidate and board of a series with results, then shows them. */
export function ExpectCertificates({ record }: { record: RecordData }) {
  const [busy, attempt] = useAttempt();
  const navigate = useNavigate();
  if (!["results", "released", "closed"].includes(String(record.state)) || record.type !== "public") return null;
  const expect = () =>
    attempt(async () => {
      const { added } = await api.post<{ added: number }>(`/system/examseries/${String(record.id)}/certificates`);
      toast.success(added ? `${added} certificates are expected` : "All certificates are in the list already");
      void navigate(`/exams/series/${String(record.id)}/certificates`);
    });
  return (
    <Button loading={busy !== null} onClick={() => void expect()}>
      Expect certificates
    </Button>
  );
}
