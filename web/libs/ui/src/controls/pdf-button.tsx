import { Button } from "antd";
import { useState } from "react";
import { useAttempt } from "../dialogs/attempt";
import { Icon } from "./icon";
import { Widget } from "../page/widgets";

/** Shows a record's PDF over the screen; `load` returns the id of its file. */
export function PdfButton({ load }: { load: () => Promise<number> }) {
  const [busy, attempt] = useAttempt();
  const [pdf, setPdf] = useState<number | null>(null);
  return (
    <>
      <Button
        icon={<Icon name="file-text" size={15} />}
        loading={busy !== null}
        onClick={() => void attempt(async () => setPdf(await load()))}
      >
        PDF
      </Button>
      {pdf !== null && <Widget name="viewer" props={{ files: [pdf], current: pdf, onClose: () => setPdf(null) }} />}
    </>
  );
}
