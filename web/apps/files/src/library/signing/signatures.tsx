import { api, useApi } from "@staffroom/api";
import { Answered, formatDate, formatDateTime, toast, useAttempt } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { AskDialog } from "./ask-dialog";
import { SignDialog } from "./sign-dialog";
import { libraryChanged, signingPath, type LibraryFile, type Signing } from "../types";

/** The signatures in a file's panel: the user's own, and for administrators how many people have signed. */
export function Signatures({ file, folderId, edits }: { file: LibraryFile; folderId: number; edits: boolean }) {
  const query = useApi<Signing>(signingPath(file.id));
  const [dialog, setDialog] = useState<"ask" | "sign" | null>(null);
  const [busy, run] = useAttempt();
  const remind = () =>
    run(async () => {
      const { reminded } = await api.post<{ reminded: number }>(`${signingPath(file.id)}/remind`, {});
      libraryChanged();
      toast.success(reminded === 1 ? "1 person is reminded" : `${reminded} people are reminded`);
    }, "remind");
  return (
    <Answered query={query} rows={2} compact>
      {({ mine, number, people, signed, overdue }) => {
        const isOpen = mine !== null && mine.signedNumber < mine.number;
        if (!edits && mine === null) return null;
        return (
          <section className="lib-part" aria-label="Read and sign">
            <h3>Read and sign</h3>
            {mine &&
              (isOpen ? (
                <p>
                  <span className={mine.overdue ? "lib-overdue" : undefined}>
                    {mine.overdue ? "Your signature was due on" : "Please sign by"} {formatDate(mine.due)}.
                  </span>
                  {mine.note && ` ${mine.note}`}
                </p>
              ) : (
                <p className="sr-muted">
                  You signed version {mine.signedNumber} on {formatDateTime(mine.signed ?? "")}
                  {mine.signedNumber < number && `; the latest is version ${number}`}.
                </p>
              ))}
            {isOpen && (
              <Button type="primary" block onClick={() => setDialog("sign")}>
                Read and sign
              </Button>
            )}
            {edits && people > 0 && (
              <p>
                {signed} of {people} signed
                {overdue > 0 && (
                  <>
                    , <span className="lib-overdue">{overdue} overdue</span>
                  </>
                )}
                . <Link to={`/library?show=signing&fileId=${file.id}`}>See who has signed</Link>
              </p>
            )}
            {edits && people === 0 && <p className="sr-muted">Nobody is asked to sign this document.</p>}
            {edits && (
              <div className="lib-buttons">
                <Button
                  size="small"
                  disabled={!file.visible}
                  title={file.visible ? undefined : "Make the file visible first"}
                  onClick={() => setDialog("ask")}
                >
                  Ask to sign
                </Button>
                {signed < people && (
                  <Button size="small" loading={busy === "remind"} onClick={() => void remind()}>
                    Remind those who have not
                  </Button>
                )}
              </div>
            )}
            {dialog === "ask" && <AskDialog file={file} folderId={folderId} onClose={() => setDialog(null)} />}
            {dialog === "sign" && <SignDialog file={file} onClose={() => setDialog(null)} />}
          </section>
        );
      }}
    </Answered>
  );
}
