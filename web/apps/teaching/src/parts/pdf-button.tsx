import { api } from "@staffroom/api";
import { Icon, useAttempt, Widget } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";

/** Shows the PDF of a report over the screen. */
export function PdfButton({ path }: { path: string }) {
  const [busy, attempt] = useAttempt();
  const [pdf, setPdf] = useState<number | null>(null);
  const show = () => attempt(async () => setPdf((await api.get<{ pdfId: number }>(`${path}/pdf`)).pdfId));
  return (
    <>
      <Button icon={<Icon name="file-text" size={15} />} loading={busy !== null} onClick={() => void show()}>
        PDF
      </Button>
      {pdf !== null && <Widget name="viewer" props={{ files: [pdf], current: pdf, onClose: () => setPdf(null) }} />}
    </>
  );
}
