import { plainErrorText, useApi } from "@staffroom/api";
import { Dialog, formatBytes, toast } from "@staffroom/ui";
import { Button, Checkbox, DatePicker, Input, Progress } from "antd";
import dayjs from "dayjs";
import { useEffect, useRef, useState } from "react";
import { sendInPieces } from "../../uploads/resume";
import { lineBroke, pieceSize, rejection } from "../../uploads/rules";
import { sendFile } from "../../uploads/send";
import { isOf, versionOf } from "../../uploads/unfinished";
import { libraryChanged, nameOf, signingPath, type LibraryFile, type Signing } from "../types";

const longestNote = 200;

/** Uploads a new version of a file, with a note about the changes. */
export function NewVersion({ file, onClose }: { file: LibraryFile; onClose: () => void }) {
  const [chosen, setChosen] = useState<File | null>(null);
  const [note, setNote] = useState("");
  const signing = useApi<Signing>(signingPath(file.id));
  const [again, setAgain] = useState(false);
  const [signBy, setSignBy] = useState(() => dayjs().add(14, "day"));
  const [done, setDone] = useState<number | null>(null);
  const [problem, setProblem] = useState("");
  const [isBroken, setBroken] = useState(false);
  const path = `/file/${file.id}/update`;
  /** An earlier, unfinished upload. */
  const [earlier] = useState(() => versionOf(path));
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(new DOMException("stopped", "AbortError")), []);
  const chooser = useRef<HTMLInputElement>(null);
  const choose = (next: File | undefined) => {
    if (!next) return;
    const refusal = rejection(next, 0);
    setProblem(refusal ?? "");
    setChosen(refusal ? null : next);
    if (!refusal && earlier && isOf(earlier, next)) {
      setNote(earlier.note ?? "");
      setAgain(earlier.signAgain === "true");
      if (earlier.signBy) setSignBy(dayjs(earlier.signBy));
    }
  };
  const send = async () => {
    if (!chosen) return;
    const texts = { note, ...(again ? { signAgain: "true", signBy: signBy.format("YYYY-MM-DD") } : {}) };
    const { signal } = (sending.current = new AbortController());
    setProblem("");
    setDone(0);
    try {
      if (chosen.size >= pieceSize) {
        const unfinished = earlier && isOf(earlier, chosen) ? earlier : undefined;
        const about = { uploadType: "", description: "", entityType: "", entityTypeId: "", path, ...texts };
        const onProgress = (next: number) => {
          setBroken(false);
          setDone(next);
        };
        await sendInPieces(chosen, about, { signal, onProgress, onBreak: () => setBroken(true), unfinished });
      } else {
        const form = new FormData();
        for (const [name, text] of Object.entries(texts)) form.append(name, text);
        form.append("file", chosen);
        await sendFile(form, setDone, signal, path);
      }
      libraryChanged();
      toast.success(`New version of ${file.name} uploaded`);
      onClose();
    } catch (error) {
      // Closing the dialog stops it; the next time it continues from there.
      if (signal.aborted) return;
      setBroken(false);
      setDone(null);
      setProblem(plainErrorText(error));
    }
  };
  const isContinued = !!earlier && (!chosen || isOf(earlier, chosen));
  return (
    <Dialog
      open
      title={`New version of ${nameOf(file)}`}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button type="primary" disabled={!chosen} loading={done !== null} onClick={() => void send()}>
            Upload version
          </Button>
        </>
      }
    >
      <Button onClick={() => chooser.current?.click()}>
        {chosen ? `${chosen.name}, ${formatBytes(chosen.size)}` : "Choose a file"}
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label="Choose the new version"
        onChange={({ target }) => choose(target.files?.[0])}
      />
      <label className="lib-note">
        What changed
        <Input value={note} maxLength={longestNote} onChange={({ target }) => setNote(target.value)} />
      </label>
      {(signing.data?.people ?? 0) > 0 && (
        <div className="lib-again">
          <Checkbox checked={again} onChange={({ target }) => setAgain(target.checked)}>
            Ask everybody to sign again
          </Checkbox>
          {again && (
            <label htmlFor="lib-again-due">
              Sign by{" "}
              <DatePicker
                id="lib-again-due"
                format="DD/MM/YY"
                allowClear={false}
                value={signBy}
                minDate={dayjs()}
                onChange={(value) => value && setSignBy(value)}
              />
            </label>
          )}
        </div>
      )}
      {problem && (
        <div className="fil-problem" role="alert">
          {problem}
        </div>
      )}
      {earlier && isContinued && done === null && (
        <p className="sr-muted">
          {chosen
            ? "The upload continues where it stopped"
            : `Not finished: ${earlier.name}. Choose it again, unchanged, to continue`}{" "}
          ({formatBytes(earlier.sent)} of {formatBytes(earlier.size)}).
        </p>
      )}
      {isBroken && (
        <p className="sr-muted" role="status">
          {lineBroke}
        </p>
      )}
      {done !== null && <Progress aria-label="Progress" percent={Math.round(done * 100)} size="small" />}
    </Dialog>
  );
}
