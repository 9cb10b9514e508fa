import { useApi } from "@staffroom/api";
import { ErrorState, LoadingState, StatusTag } from "@staffroom/ui";
import { Drawer } from "antd";
import { InvoiceView } from "./invoice-view";
import { statusColor, statusLabel, type Invoice } from "./types";

/** One invoice to read, beside the list; the address names it. */
export function InvoiceDrawer({ id, onClose, onOpen }: { id: number | null; onClose: () => void; onOpen: (id: number) => void }) {
  const invoice = useApi<Invoice>(`/invoice/${id}`, undefined, { enabled: id !== null });
  const shown = id === null ? undefined : invoice.data;
  return (
    <Drawer
      open={id !== null}
      onClose={onClose}
      size={900}
      title={
        shown && (
          <span className="fin-drawer-title">
            {shown.shownTitle} {shown.number ?? <span className="sr-muted">(no number yet)</span>}
            <StatusTag label={statusLabel[shown.status] ?? shown.status} color={statusColor[shown.status]} />
          </span>
        )
      }
    >
      {shown && <InvoiceView invoice={shown} onOpen={onOpen} />}
      {!shown && invoice.error && <ErrorState error={invoice.error} title="The invoice did not load" onRetry={() => void invoice.refetch()} />}
      {!shown && !invoice.error && id !== null && <LoadingState rows={10} />}
    </Drawer>
  );
}
