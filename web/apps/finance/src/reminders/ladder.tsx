import { api } from "@staffroom/api";
import {
  attempt,
  Dialog,
  formatCount,
  formatDate,
  formatNumber,
  PlainTable,
  Toggle,
  useAttempt,
  useDialogs,
  useOpenRecord,
} from "@staffroom/ui";
import { Button, InputNumber, Radio } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import "../style.css";
import { path, reload, textOf, type Rung } from "./calls";
import { PreviewMail } from "./preview";
import { WaitingInvoices } from "./waiting";

const invoices = (count: number) => formatCount(count, "invoice", "invoices");

const change = (rung: Rung, field: "enabled" | "days" | "since", newValue: boolean | number | null) =>
  attempt(() => api.put(`${path}/ladder/${rung.id}`, { field, newValue, oldValue: rung[field] })).finally(reload);

/** The reminders with their days and texts, the invoices waiting for each, and whether it is sent. */
export function Ladder({ rungs }: { rungs: readonly Rung[] }) {
  const [asking, ask] = useState<Rung | null>(null);
  const [previewed, preview] = useState<Rung | null>(null);
  const [openId, open] = useOpenRecord("rung");
  const opened = rungs.find(({ id }) => id === openId);
  const turn = (rung: Rung, on: boolean) => (on ? ask(rung) : void change(rung, "enabled", false));
  return (
    <>
      <PlainTable
        stacks
        rows={rungs}
        columns={[
          {
            title: "Reminder",
            head: true,
            cell: ({ title, also }) => (
              <>
                {title}
                {also.length > 0 && <span className="sr-muted">, with a notice to {also.join(", ")}</span>}
              </>
            ),
          },
          { title: "Days after the due day", cell: (rung) => <Days rung={rung} /> },
          {
            title: "Text",
            cell: (rung) => {
              const waits = rung.waiting + rung.earlier > 0;
              return (
                <span className="fin-rung-text">
                  <Link to={textOf(rung)}>{rung.text.title}</Link>
                  <Button
                    size="small"
                    disabled={!waits}
                    title={waits ? undefined : "No invoice waits for it"}
                    aria-label={`Preview: ${rung.title}`}
                    onClick={() => preview(rung)}
                  >
                    Preview
                  </Button>
                </span>
              );
            },
          },
          { title: "Waiting now", num: true, cell: (rung) => <Waiting rung={rung} onOpen={() => open(rung.id)} /> },
          {
            title: "Sent",
            cell: (rung) => (
              <Toggle on={rung.enabled} onChange={(on) => turn(rung, on)}>
                {rung.enabled ? "On" : "Off"}
                {rung.since && ` from ${formatDate(rung.since)}`}
                <span className="sr-visually-hidden">, {rung.title}</span>
              </Toggle>
            ),
          },
        ]}
      />
      {asking && <SwitchOn rung={asking} onClose={() => ask(null)} />}
      {previewed && <PreviewMail rung={previewed} onClose={() => preview(null)} />}
      {opened && <WaitingInvoices rung={opened} onClose={() => open(null)} />}
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

/** The number of invoices that a run reminds of, with a link; next to it the invoices that an active reminder skips. */
function Waiting({ rung, onOpen }: { rung: Rung; onOpen: () => void }) {
  const dialogs = useDialogs();
  const { enabled, waiting, earlier, title } = rung;
  const number = enabled ? waiting : waiting + earlier;
  const shown =
    waiting + earlier > 0 ? (
      <Button type="link" size="small" aria-label={`${invoices(number)} waiting: ${title}`} onClick={onOpen}>
        {formatNumber(number)}
      </Button>
    ) : (
      formatNumber(number)
    );
  if (!enabled) return shown;
  const include = async () => {
    const text = `At seven in the morning ${invoices(waiting + earlier)} get the reminder ${title.toLowerCase()}.`;
    if (await dialogs.ask({ title: `Write to ${invoices(earlier)} more?`, text, yes: "Include them" }))
      await change(rung, "since", null);
  };
  return (
    <>
      {shown}
      {earlier > 0 && (
        <>
          <span className="sr-muted">, {formatNumber(earlier)} earlier left out </span>
          <Button size="small" aria-label={`Include ${invoices(earlier)}: ${title}`} onClick={() => void include()}>
            Include
          </Button>
        </>
      )}
    </>
  );
}

/** Asks for which invoices a reminder is switched on: many may be long overdue. */
function SwitchOn({ rung, onClose }: { rung: Rung; onClose: () => void }) {
  const { id, title, waiting, earlier } = rung;
  const [all, setAll] = useState(false);
  const [busy, run] = useAttempt();
  const save = () =>
    run(async () => {
      const changes = [
        { field: "enabled", newValue: true, oldValue: false },
        ...(all ? [{ field: "since", newValue: null }] : []),
      ];
      await api.put(`${path}/ladder/${id}`, { changes });
      reload();
      onClose();
    });
  const choice = (value: boolean, text: string, count: number) => (
    <Radio value={value}>
      {text}
      <br />
      <span className="sr-muted">
        {count ? `${invoices(count)} at seven in the morning` : "Nobody now"}, then each as its day comes
      </span>
    </Radio>
  );
  return (
    <Dialog
      open
      title={`Send reminders ${title.toLowerCase()}?`}
      okText="Switch on"
      cancelText="Cancel"
      confirmLoading={busy !== null}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Radio.Group
        className="fin-choices"
        aria-label="For whom"
        value={all}
        onChange={({ target }) => setAll(target.value as boolean)}
      >
        {choice(false, "Only amounts that become due from today", waiting)}
        {choice(true, "All that wait", waiting + earlier)}
      </Radio.Group>
    </Dialog>
  );
}
