import { loadPiece } from "@staffroom/api";
import type { Choice } from "@staffroom/contract";
import { lazy, Suspense, useCallback } from "react";

const BulkDialog = lazy(() => loadPiece(() => import("../sending/bulk-dialog")));
const InvoiceEditor = lazy(() => loadPiece(() => import("../editor/editor")));

/** Selected invoices that are sent, printed, or chased with a reminder. */
export type Bulk = { what: "send" | "print"; choice: Choice; chase?: boolean };
type Props = {
  bulk: Bulk | null;
  onBulkClose: () => void;
  opened: number | null;
  onOpen: (id: number | null) => void;
  onClosed?: () => void;
};

/** The dialog for selected invoices, and the editor of the open one, over a list of invoices. */
export function OverInvoices({ bulk, onBulkClose, opened, onOpen, onClosed }: Props) {
  const close = useCallback(() => {
    onOpen(null);
    onClosed?.();
  }, [onOpen, onClosed]);
  return (
    <Suspense fallback={null}>
      {bulk && <BulkDialog {...bulk} onClose={onBulkClose} />}
      {opened !== null && <InvoiceEditor id={opened} onClose={close} onOpen={onOpen} />}
    </Suspense>
  );
}
