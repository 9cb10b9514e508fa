import { useApi } from "@staffroom/api";
import type { Row } from "@staffroom/contract";
import { FormButton } from "@staffroom/form";
import { ListScreen } from "@staffroom/list";
import { Answered, attempt, PageHeader, Panel, Tabs } from "@staffroom/ui";
import { Button } from "antd";
import { path, reason, reload, resume, stop, type Rung } from "./calls";
import { Ladder } from "./ladder";

const invoiceOf = "/accounts/invoices?invoice={invoiceId}";

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
      to={({ whom, reason: why }) => stop(whom === "client" ? { clientId } : { invoiceId }, why)}
      notice="No more reminders are sent"
      onDone={reload}
    />
  );
}

function Resume({ row: { invoiceId, clientId } }: { row: Row }) {
  const end = () => attempt(() => resume(clientId ? { clientId } : { invoiceId })).finally(reload);
  return <Button size="small" onClick={() => void end()}>Resume</Button>;
}
