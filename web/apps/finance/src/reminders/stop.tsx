import { FormButton } from "@staffroom/form";
import { reason, reload, stop } from "./calls";

type Props = {
  invoice?: { id: number; number: string | null };
  /** The paying client; null if there is none. */
  client: { id: number; name: string } | null;
  label?: string;
  onDone?: () => unknown;
};

/** Stops the reminders of an invoice, or of all invoices of its client. */
export function StopReminders({ invoice, client, label = "Stop reminders", onDone }: Props) {
  const options = [
    ...(invoice ? [{ value: "invoice", label: `Invoice ${invoice.number ?? invoice.id}` }] : []),
    ...(client ? [{ value: "client", label: `All invoices of ${client.name}` }] : []),
  ];
  return (
    <FormButton
      small
      icon={null}
      label={label}
      title="Stop reminders"
      submitLabel="Stop reminders"
      fields={[{ name: "whom", title: "For", type: "select", required: true, options }, reason]}
      initial={{ whom: options[0]?.value }}
      to={({ whom, reason: why }) =>
        stop(whom === "client" ? { clientId: client?.id } : { invoiceId: invoice?.id }, why)
      }
      notice="No more reminders are sent"
      onDone={async () => {
        reload();
        await onDone?.();
      }}
    />
  );
}
