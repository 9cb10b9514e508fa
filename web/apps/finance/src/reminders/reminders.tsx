import { useApi } from "@staffroom/api";
import type { Row } from "@staffroom/contract";
import { ListScreen } from "@staffroom/list";
import { Answered, attempt, PageHeader, Panel, Tabs } from "@staffroom/ui";
import { Button } from "antd";
import { path, reload, resume, type Rung } from "./calls";
import { Ladder } from "./ladder";
import { StopReminders } from "./stop";

const invoiceOf = "/accounts/invoices?invoice={invoiceId}";

/** Emails about overdue invoices: when they are sent, what was sent, and for whom they are stopped. */
export default function Reminders() {
  const ladder = useApi<Rung[]>(`${path}/ladder`);
  return (
    <>
      <PageHeader title="Reminders" subtitle="Mails to people who owe money, every morning at seven." />
      <Panel title="When they are sent">
        <Answered query={ladder} rows={5}>
          {(rungs) => <Ladder rungs={rungs} />}
        </Answered>
      </Panel>
      <Tabs
        items={[
          {
            key: "sent",
            label: "What was sent",
            children: (
              <ListScreen
                path={path}
                embedded={{ height: 320 }}
                target={invoiceOf}
                rowActions={(row) => <Stop row={row} />}
                emptyText="Nothing was sent yet. Switch a reminder on above."
              />
            ),
          },
          {
            key: "stopped",
            label: "Stopped",
            children: (
              <ListScreen
                path={`${path}/stops`}
                embedded={{ height: 320 }}
                target={invoiceOf}
                rowActions={(row) => <Resume row={row} />}
                emptyText="Everybody who owes is reminded. Stop a client or an invoice in the lists of waiting and sent reminders."
              />
            ),
          },
        ]}
      />
    </>
  );
}

function Stop({ row: { invoiceId, number, clientId, name } }: { row: Row }) {
  const client = clientId === null ? null : { id: Number(clientId), name: String(name) };
  return (
    <StopReminders
      label="Stop"
      invoice={{ id: Number(invoiceId), number: number === null ? null : String(number) }}
      client={client}
    />
  );
}

function Resume({ row: { invoiceId, clientId } }: { row: Row }) {
  const end = () => attempt(() => resume(clientId ? { clientId } : { invoiceId })).finally(reload);
  return (
    <Button size="small" onClick={() => void end()}>
      Resume
    </Button>
  );
}
