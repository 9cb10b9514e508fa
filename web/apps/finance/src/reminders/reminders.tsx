import { api, invalidate, useApi } from "@staffroom/api";
import type { Answer, Field, Row } from "@staffroom/contract";
import { FormButton } from "@staffroom/form";
import { ListScreen } from "@staffroom/list";
import { Answered, attempt, formatCount, PageHeader, Panel, PlainTable, Tabs, Toggle, useDialogs } from "@staffroom/ui";
import { Button, InputNumber } from "antd";

const path = "/invoices/reminders";
const invoiceOf = "/accounts/invoices?invoice={invoiceId}";
type Rung = Answer<"finance", "/invoices/reminders/ladder">[number];
const invoices = (count: number) => formatCount(count, "invoice", "invoices");
const reload = () => void invalidate(path);

/** Mails about overdue invoices: when they are sent, what was sent, and for whom they are stopped. */
export default function Reminders() {
  const ladder = useApi<Rung[]>(`${path}/ladder`);
  return (
    <>
      <PageHeader title="Reminders" subtitle="Mails to those who owe, every morning at seven. The text is that of the reminder under Mail texts." />
      <Panel title="When they are sent"><Answered query={ladder} rows={5}>{(rungs) => <Ladder rungs={rungs} />}</Answered></Panel>
      <Tabs
        items={[
          {
            key: "sent", label: "What was sent",
            children: <ListScreen path={path} embedded={{ height: 320 }} target={invoiceOf} rowActions={(row) => <Stop row={row} />} emptyText="Nothing was sent yet. Switch a reminder on above." />,
          },
          {
            key: "stopped", label: "Stopped",
            children: <ListScreen path={`${path}/stops`} embedded={{ height: 320 }} target={invoiceOf} rowActions={(row) => <Resume row={row} />} emptyText="Everybody who owes is reminded. Stop a client or an invoice beside what was sent." />,
          },
        ]}
      />
    </>
  );
}

function Ladder({ rungs }: { rungs: readonly Rung[] }) {
  const dialogs = useDialogs();
  const change = (rung: Rung, field: "enabled" | "days", newValue: boolean | number) =>
    attempt(() => api.put(`${path}/ladder/${rung.id}`, { field, newValue, oldValue: rung[field] })).finally(reload);
  const turn = async (rung: Rung, on: boolean) => {
    const text = rung.waiting
      ? `At seven in the morning ${invoices(rung.waiting)} get this mail, then each as its day comes.`
      : "Nobody is that late now; each invoice gets this mail as its day comes.";
    if (on && !(await dialogs.ask({ title: `Send reminders ${rung.title.toLowerCase()}?`, text }))) return;
    await change(rung, "enabled", on);
  };
  return (
    <PlainTable
      rows={rungs}
      columns={[
        { title: "Reminder", cell: ({ title, also }) => <>{title}{also.length > 0 && <span className="sr-muted">, with a notice to {also.join(", ")}</span>}</> },
        {
          title: "Days after the due day",
          cell: (rung) => (
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
          ),
        },
        { title: "Waiting now", num: true, cell: ({ waiting }) => waiting.toLocaleString("en-GB") },
        { title: "Sent", cell: (rung) => <Toggle on={rung.enabled} onChange={(on) => void turn(rung, on)}>{rung.enabled ? "On" : "Off"}<span className="sr-visually-hidden">, {rung.title}</span></Toggle> },
      ]}
    />
  );
}

const reason: Field = { name: "reason", title: "Reason", type: "text", required: true, maxLength: 500 };

/** Stops the reminders of the row's invoice, or of all invoices of its client. */
function Stop({ row: { invoiceId, clientId, number, name } }: { row: Row }) {
  const options = [{ value: "invoice", label: `Invoice ${String(number)}` }, ...(clientId ? [{ value: "client", label: `All invoices of ${String(name)}` }] : [])];
  return (
    <FormButton
      small
      icon={null}
      label="Stop"
      title="Stop reminders"
      submitLabel="Stop reminders"
      fields={[{ name: "whom", title: "For", type: "select", required: true, options }, reason]}
      initial={{ whom: "invoice" }}
      to={({ whom, reason: why }) => api.post(`${path}/stop`, { [whom === "client" ? "clientId" : "invoiceId"]: whom === "client" ? clientId : invoiceId, reason: why })}
      notice="No more reminders are sent"
      onDone={reload}
    />
  );
}

function Resume({ row: { invoiceId, clientId } }: { row: Row }) {
  const resume = () => attempt(() => api.post(`${path}/resume`, clientId ? { clientId } : { invoiceId })).finally(reload);
  return <Button size="small" onClick={() => void resume()}>Resume</Button>;
}
