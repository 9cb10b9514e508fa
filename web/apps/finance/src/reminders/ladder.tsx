import { api } from "@staffroom/api";
import { attempt, Dialog, formatCount, formatDate, PlainTable, Toggle, useAttempt, useDialogs } from "@staffroom/ui";
import { Button, InputNumber, Radio } from "antd";
import { useState } from "react";
import "../style.css";
import { path, reload, type Rung } from "./calls";

const invoices = (count: number) => formatCount(count, "invoice", "invoices");

const change = (rung: Rung, field: "enabled" | "days" | "since", newValue: boolean | number | null) =>
  attempt(() => api.put(`${path}/ladder/${rung.id}`, { field, newValue, oldValue: rung[field] })).finally(reload);

/** The reminders with their days, the invoices that wait for each, and whether it is sent. */
export function Ladder({ rungs }: { rungs: readonly Rung[] }) {
  const [asking, ask] = useState<Rung | null>(null);
  const turn = (rung: Rung, on: boolean) => (on ? ask(rung) : void change(rung, "enabled", false));
  return (
    <>
      <PlainTable
        rows={rungs}
        columns={[
          { title: "Reminder", cell: ({ title, also }) => <>{title}{also.length > 0 && <span className="sr-muted">, with a notice to {also.join(", ")}</span>}</> },
          { title: "Days after the due day", cell: (rung) => <Days rung={rung} /> },
          { title: "Waiting now", num: true, cell: (rung) => <Waiting rung={rung} /> },
          {
            title: "Sent",
            cell: (rung) => (
              <Toggle on={rung.enabled} onChange={(on) => turn(rung, on)}>
                {rung.enabled ? "On" : "Off"}{rung.since && ` from ${formatDate(rung.since)}`}<span className="sr-visually-hidden">, {rung.title}</span>
              </Toggle>
            ),
          },
        ]}
      />
      {asking && <SwitchOn rung={asking} onClose={() => ask(null)} />}
    </>
  );
}

function Days({ rung }: { rung: Rung }) {
  return (
    <InputNumber
      key={rung.days}
      size="small"
      defaultValue={rung.days}
      min={-60}
      max={365}
      precision={0}
      aria-label={`Days after the due day: ${rung.title}`}
      onBlur={({ target }) => {
        const days = Number(target.value);
        if (target.value.trim() !== "" && Number.isInteger(days) && days !== rung.days) void change(rung, "days", days);
      }}
    />
  );
}

/** The number that a run would write to; of a reminder that is on, beside it those it passes over. */
function Waiting({ rung }: { rung: Rung }) {
  const dialogs = useDialogs();
  const { enabled, waiting, earlier, title } = rung;
  if (!enabled) return (waiting + earlier).toLocaleString("en-GB");
  const include = async () => {
    const text = `At seven in the morning ${invoices(waiting + earlier)} get the reminder ${title.toLowerCase()}.`;
    if (await dialogs.ask({ title: `Write to ${invoices(earlier)} more?`, text, yes: "Include", no: "Cancel" })) await change(rung, "since", null);
  };
  return (
    <>
      {waiting.toLocaleString("en-GB")}
      {earlier > 0 && (
        <>
          <span className="sr-muted">, {earlier.toLocaleString("en-GB")} earlier left out </span>
          <Button size="small" aria-label={`Include ${invoices(earlier)}: ${title}`} onClick={() => void include()}>Include</Button>
        </>
      )}
    </>
  );
}

/** Asks for whom a reminder is switched on: those who are late for long are many. */
function SwitchOn({ rung, onClose }: { rung: Rung; onClose: () => void }) {
  const { id, title, waiting, earlier } = rung;
  const [all, setAll] = useState(false);
  const [busy, run] = useAttempt();
  const save = () => run(async () => {
    const changes = [{ field: "enabled", newValue: true, oldValue: false }, ...(all ? [{ field: "since", newValue: null }] : [])];
    await api.put(`${path}/ladder/${id}`, { changes });
    reload();
    onClose();
  });
  const choice = (value: boolean, text: string, count: number) => (
    <Radio value={value}>{text}<br /><span className="sr-muted">{count ? `${invoices(count)} at seven in the morning` : "Nobody now"}, then each as its day comes</span></Radio>
  );
  return (
    <Dialog open title={`Send reminders ${title.toLowerCase()}?`} okText="Switch on" cancelText="Cancel" confirmLoading={busy !== null} onOk={() => void save()} onCancel={onClose}>
      <Radio.Group className="fin-choices" aria-label="For whom" value={all} onChange={({ target }) => setAll(target.value as boolean)}>
        {choice(false, "Only what becomes due from today", waiting)}
        {choice(true, "All that wait", waiting + earlier)}
      </Radio.Group>
    </Dialog>
  );
}
