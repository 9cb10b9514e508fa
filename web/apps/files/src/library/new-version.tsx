import { plainErrorText, useApi } from "@staffroom/api";
import { Dialog, formatBytes, toast } from "@staffroom/ui";
import { Button, Checkbox, DatePicker, Input, Progress } from "antd";
import dayjs from "dayjs";
import { useRef, useState } from "react";
import { rejection } from "../rules";
import { sendFile } from "../send";
import { libraryChanged, nameOf, signingPath, type LibraryFile, type Signing } from "./types";

const longestNote = 200;

/** Uploads a new version of a file, with a note of what changed. */
export function NewVersion({ file, onClose }: { file: LibraryFile; onClose: () => void }) {
  const [chosen, setChosen] = useState<File | null>(null);
  const [note, setNote] = useState("");
  const signing = useApi<Signing>(signingPath(file.id));
  const [again, setAgain] = useState(false);
  const [signBy, setSignBy] = useState(() => dayjs().add(14, "day"));
  const [done, setDone] = useState<number | null>(null);
  const [problem, setProblem] = useState("");
  const chooser = useRef<HTMLInputElement>(null);
  const choose = (next: File | undefined) => {
    if (!next) return;
    const refusal = rejection(next, 0);
    setProblem(refusal ?? "");
    setChosen(refusal ? null : next);
  };
  const send = async () => {
    if (!chosen) return;
    const form = new FormData();
    form.append("note", note);
    if (again) {
      form.append("signAgain", "true");
      form.append("signBy", signBy.format("YYYY-MM-DD"));
    }
    form.append("file", chosen);
    setProblem("");
    setDone(0);
    try {
      await sendFile(form, setDone, new AbortController().signal, `/file/${file.id}/update`);
      libraryChanged();
      toast.success(`New version of ${file.name} uploaded`);
      onClose();
    } catch (error) {
      setDone(null);
      setProblem(plainErrorText(error));
    }
  };
  return (
    <Dialog
      open
      title={`New version of ${nameOf(file)}`}
      onCancel={onClose}
      footer={<><Button onClick={onClose}>Go back</Button><Button type="primary" disabled={!chosen} loading={done !== null} onClick={() => void send()}>Upload version</Button></>}
    >
      <Button onClick={() => chooser.current?.click()}>{chosen ? `${chosen.name}, ${formatBytes(chosen.size)}` : "Choose a file"}</Button>
      <input ref={chooser} type="file" hidden aria-label="Choose the new version" onChange={({ target }) => choose(target.files?.[0])} />
      <label className="lib-note">
        What changed
        <Input value={note} maxLength={longestNote} onChange={({ target }) => setNote(target.value)} />
      </label>
      {(signing.data?.people ?? 0) > 0 && (
        <div className="lib-again">
          <Checkbox checked={again} onChange={({ target }) => setAgain(target.checked)}>Ask everybody to sign again</Checkbox>
          {again && <label htmlFor="lib-again-due">Sign by <DatePicker id="lib-again-due" format="DD/MM/YY" allowClear={false} value={signBy} minDate={dayjs()} onChange={(value) => value && setSignBy(value)} /></label>}
        </div>
      )}
      {problem && <div className="fil-problem" role="alert">{problem}</div>}
      {done !== null && <Progress percent={Math.round(done * 100)} size="small" />}
    </Dialog>
  );
}
