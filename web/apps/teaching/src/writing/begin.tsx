import { api, invalidate } from "@staffroom/api";
import type { Row } from "@staffroom/contract";
import { useFields } from "@staffroom/form";
import { Dialog, Icon, IconButton, useAttempt } from "@staffroom/ui";
import { Button } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";

type Answer = string | number | boolean;

/** Asks whether the student came, then how late, and begins the slip (teaching.md 4). Each answer is one click. */
export function BeginDialog({ row, onBegun, onClose }: { row: Row; onBegun: (slip: number) => void; onClose: () => void }) {
  const { fields } = useFields("/slip");
  const [asked, setAsked] = useState<"present" | "onTime">("present");
  const [busy, attempt] = useAttempt();
  const begin = (said: { present: Answer; onTime?: Answer }) =>
    attempt(async () => {
      const { id } = await api.post<{ id: number }>("/slip", { ewpId: row.id, saveOnly: true, ...said });
      void invalidate("/slip/unwritten");
      void invalidate("/slips");
      onBegun(id);
    });
  const answer = (value: Answer) => {
    if (asked === "onTime") void begin({ present: "present", onTime: value });
    else if (value === "present") setAsked("onTime");
    else void begin({ present: value });
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

/** The slip of a tutorial: begun, or gone on with. */
export function WriteSlip({ row }: { row: Row }) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const write = (slip: number) => void navigate(`/slips/${slip}/write`);
  const slip = row.slipId as number | null;
  return (
    <>
      <IconButton label={slip ? "Go on with the slip" : "Write the slip"} icon="pencil" onClick={() => (slip ? write(slip) : setAsking(true))} />
      {isAsking && <BeginDialog row={row} onBegun={write} onClose={() => setAsking(false)} />}
    </>
  );
}
