import { api, invalidate } from "@staffroom/api";
import type { Row } from "@staffroom/contract";
import { useFields } from "@staffroom/form";
import { Dialog, Icon, IconButton, toast, useAttempt } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";

type Answer = string | number | boolean;

/** Begins a slip, of a tutorial or of an invigilated session; answers its id. */
async function begin(about: Readonly<Record<string, unknown>>): Promise<number> {
  const { id } = await api.post<{ id: number }>("/slip", { ...about, saveOnly: true });
  void invalidate("/slip/unwritten");
  void invalidate("/slips");
  return id;
}

/** Asks whether the student came, then how late, and begins the slip (teaching.md 4). Each answer is one click. */
export function BeginDialog({ row, onBegun, onClose }: { row: Row; onBegun: (slip: number) => void; onClose: () => void }) {
  const { fields } = useFields("/slip");
  const [asked, setAsked] = useState<"present" | "onTime">("present");
  const [busy, attempt] = useAttempt();
  const said = (present: Answer, onTime?: Answer) => attempt(async () => onBegun(await begin({ ewpId: row.id, present, onTime })));
  const answer = (value: Answer) => {
    if (asked === "onTime") void said("present", value);
    else if (value === "present") setAsked("onTime");
    else void said(value);
  };
  const field = fields.get(asked);
  return (
    <Dialog open onCancel={onClose} footer={null} mask={{ closable: false }} title={asked === "present" ? `Did ${String(row.student)} come?` : "Was the student on time?"} width={480}>
      <div className="tea-answers">
        {field?.options?.map(({ value, label }) => (
          <Button key={String(value)} block size="large" disabled={busy !== null} onClick={() => answer(value)}>{label}</Button>
        ))}
      </div>
      {asked === "onTime" && <Button type="text" icon={<Icon name="chevron-left" size={14} />} onClick={() => setAsked("present")}>Back</Button>}
    </Dialog>
  );
}

/** The slip of a tutorial or a session: begun, or gone on with. That of a session is begun at once (teaching.md 4). */
export function WriteSlip({ row }: { row: Row }) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const write = (slip: number) => void navigate(`/slips/${slip}/write`);
  const [busy, attempt] = useAttempt();
  const slip = row.slipId as number | null;
  // Workshops and seminars are written later: their question is all that is asked at once.
  const begun = (id: number) => {
    if (!["workshop", "seminar"].includes(String(row.courseType))) return write(id);
    setAsking(false);
    toast.success();
  };
  const start = () => {
    if (slip) write(slip);
    else if (row.type === "invigilation session") void attempt(async () => write(await begin({ iiId: row.id })));
    else setAsking(true);
  };
  return (
    <>
      <IconButton label={slip ? "Go on with the slip" : "Write the slip"} icon="pencil" disabled={busy !== null} onClick={start} />
      {isAsking && <BeginDialog row={row} onBegun={begun} onClose={() => setAsking(false)} />}
    </>
  );
}
