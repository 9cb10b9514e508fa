import { api, invalidate, useApi } from "@staffroom/api";
import { Answered, Dialog, formatDate, formatDateTime, Icon, toast, useAttempt } from "@staffroom/ui";
import { Button, Checkbox } from "antd";
import { useState } from "react";
import ViewerDialog from "../../viewer/dialog";
import { libraryChanged, signingPath, type Signing } from "../types";

/** Reads and signs the latest version of a document. It must be opened first, which the server checks. */
export function SignDialog({ file, onClose }: { file: { id: number; name: string }; onClose: () => void }) {
  const query = useApi<Signing>(signingPath(file.id));
  const [viewed, setViewed] = useState(false);
  const [agreed, setAgreed] = useState(false);
  const [busy, run] = useAttempt();
  const closeViewer = () => {
    setViewed(false);
    void invalidate(signingPath(file.id));
  };
  const sign = (version: number) =>
    run(async () => {
      await api.post(`/file/${file.id}/sign`, { version });
      libraryChanged();
      toast.success(`${file.name} is signed`);
      onClose();
    }, "sign");
  if (viewed) return <ViewerDialog files={[file.id]} current={file.id} onClose={closeViewer} />;
  return (
    <Dialog open title={`Sign ${file.name}`} footer={null} onCancel={onClose}>
      <Answered query={query} rows={4}>
        {({ mine, number, sentence }) =>
          mine === null ? (
            <p>Nobody asked you to sign this document.</p>
          ) : mine.signedNumber >= number ? (
            <p>
              You signed version {mine.signedNumber} on {formatDateTime(mine.signed ?? "")}.
            </p>
          ) : (
            <div className="lib-sign">
              <p>
                {mine.askedBy} asks you to sign version {number} by{" "}
                <b className={mine.overdue ? "lib-overdue" : undefined}>{formatDate(mine.due)}</b>.
                {mine.note && ` ${mine.note}`}
              </p>
              <Button
                icon={<Icon name="external" size={14} />}
                type={mine.opened ? "default" : "primary"}
                onClick={() => setViewed(true)}
              >
                Open document
              </Button>
              <Checkbox checked={agreed} disabled={!mine.opened} onChange={({ target }) => setAgreed(target.checked)}>
                {sentence}
              </Checkbox>
              {!mine.opened && <p className="sr-muted">Open the document first. Then you can sign it.</p>}
              <Button
                type="primary"
                disabled={!mine.opened || !agreed}
                loading={busy === "sign"}
                onClick={() => void sign(number)}
              >
                Sign document
              </Button>
            </div>
          )
        }
      </Answered>
    </Dialog>
  );
}
