import { api, ApiError, isUnreachable, sendLaterOf, useConnection } from "@staffroom/api";
import type { Answer, Field } from "@staffroom/contract";
import { FieldForm } from "@staffroom/form";
import { ChoiceTag } from "@staffroom/screen";
import { PageHeader, Panel } from "@staffroom/ui";
import { Alert, Button, Segmented } from "antd";
import { useCallback, useEffect, useRef, useState } from "react";
import "../style.css";

type Packet = Answer<"people", "/exams/papers/scan", "post">;
/** A scanned packet: its status, or why it has none. */
type Line = { key: string; barcode: string; text: string; status: string | null; isWaiting?: boolean };
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorKind = new (options: { formats: string[] }) => Detector;

const moves = [
  ["receive", "Received"],
  ["store", "Store"],
  ["open", "Open"],
  ["pack", "Scripts packed"],
  ["dispatch", "Dispatch"],
] as const;
type Name = (typeof moves)[number][0];
const barcode: Field = { name: "barcode", title: "Bar code", type: "text", required: true, maxLength: 60 };
const place: Field = { name: "place", title: "Storage place", type: "text", required: true, maxLength: 100 };
const needs: Record<Name, readonly Field[]> = {
  receive: [place],
  store: [place],
  pack: [place],
  open: [
    { name: "secondId", title: "Second person", type: "select", required: true, optionsFrom: "/staff/names" },
    { name: "checked", title: "Day, time, subject, unit and tier", type: "text", required: true, maxLength: 200 },
    { name: "agreed", title: "The second person has checked them", type: "boolean", agreement: true },
  ],
  dispatch: [{ name: "tracking", title: "Tracking number", type: "text", required: true, maxLength: 60 }],
};
const formats = ["code_128", "code_39", "ean_13", "itf", "qr_code", "data_matrix"];

/** The browser's bar code reader; null if the code is typed, or read by a scanner that types. */
const detectorOf = (): Detector | null => {
  const kind = (globalThis as { BarcodeDetector?: DetectorKind }).BarcodeDetector;
  return kind ? new kind({ formats }) : null;
};

/** The phone's camera: reports each code once while it is in the picture. */
function Camera({ onRead }: { onRead: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const detector = detectorOf();
    let stream: MediaStream | undefined;
    let isOver = false;
    let last = "";
    const look = async () => {
      if (isOver || !video.current || !detector) return;
      const [found] = await detector.detect(video.current).catch(() => []);
      if (found && found.rawValue !== last) onRead(found.rawValue);
      last = found?.rawValue ?? "";
      setTimeout(() => void look(), 250);
    };
    navigator.mediaDevices
      .getUserMedia({ video: { facingMode: "environment" } })
      .then(async (opened) => {
        stream = opened;
        if (isOver || !video.current) return;
        video.current.srcObject = opened;
        await video.current.play();
        await look();
      })
      .catch(() => setProblem("The camera cannot be used. Please type the bar code."));
    return () => {
      isOver = true;
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, [onRead]);
  return problem ? (
    <Alert type="warning" showIcon title={problem} />
  ) : (
    <video ref={video} className="exam-camera" muted playsInline aria-label="Picture of the camera" />
  );
}

/** Moves packets by their bar codes, with a phone or a scanner; offline the moves wait on the device. */
export default function ScanPage() {
  const { isLost } = useConnection();
  const [move, setMove] = useState<Name>("receive");
  const [code, setCode] = useState("");
  const [isOn, setOn] = useState(false);
  const [lines, setLines] = useState<readonly Line[]>([]);
  const canRead = detectorOf() !== null && "mediaDevices" in navigator;
  const read = useCallback((found: string) => {
    navigator.vibrate?.(60);
    setCode(found);
  }, []);
  const add = (line: Line) => setLines((now) => [line, ...now.filter(({ key }) => key !== line.key)].slice(0, 30));
  const send = async (values: Record<string, unknown>, key: string): Promise<void> => {
    const body = { ...values, move };
    const number = String(values.barcode ?? "");
    const say = (text: string, more: Partial<Line> = {}) => add({ key, barcode: number, text, status: null, ...more });
    const post = async () => {
      const { paper, status } = await api.post<Packet>("/exams/papers/scan", body, { idempotencyKey: key });
      say(paper, { status });
    };
    try {
      await post();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      sendLaterOf(error, {
        key,
        label: `Packet ${number}`,
        send: () =>
          post().catch((refusal: unknown) => say(refusal instanceof ApiError ? refusal.message : "Not taken")),
      });
      say("Waits on this device until the server can be reached", { isWaiting: true });
    }
    setCode("");
  };
  const known: Field[] = [barcode, ...needs[move]];
  return (
    <div className="exam-stack">
      <PageHeader title="Scan papers" />
      {isLost && <Alert type="info" showIcon title="The server cannot be reached. Scans are saved on this device." />}
      <Segmented<Name> value={move} onChange={setMove} options={moves.map(([value, label]) => ({ value, label }))} />
      {canRead ? (
        <Button onClick={() => setOn(!isOn)} aria-pressed={isOn}>
          {isOn ? "Stop the camera" : "Read with the camera"}
        </Button>
      ) : (
        <p className="sr-muted">This browser cannot read bar codes. Type the code, or use a scanner that types.</p>
      )}
      {isOn && <Camera onRead={read} />}
      <FieldForm
        key={`${move} ${code} ${lines.length}`}
        fields={known}
        initial={{ barcode: code }}
        submitLabel={moves.find(([name]) => name === move)?.[1] ?? "Save"}
        onSubmit={(values, key) => send(values, key)}
      />
      <Panel title="Scanned now">
        <ul className="exam-waits sr-bare" aria-live="polite">
          {lines.map((line) => (
            <li key={line.key}>
              <span>
                {line.barcode} {line.text}
              </span>{" "}
              {line.status ? (
                <ChoiceTag of="/exams/papers/columns" name="status" value={line.status} />
              ) : (
                <b>{line.isWaiting ? "Waits" : "Refused"}</b>
              )}
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
