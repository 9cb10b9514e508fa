import { useApi } from "@staffroom/api";
import { useFields } from "@staffroom/form";
import { ErrorState, Icon, LoadingState, useDialogs, Widget } from "@staffroom/ui";
import { Button, Modal } from "antd";
import { useEffect, useMemo, useRef, useState } from "react";
import { useBlocker } from "react-router";
import { type Invoice } from "../types";
import { EditingContext, useCommands, type Editing } from "./context";
import { Description } from "./description";
import { FieldCard } from "./fields";
import { Figures } from "./figures";
import { Foot } from "./foot";
import { Head } from "./head";
import { History } from "./history";
import { Issued } from "./issued";
import { Lines } from "./lines/lines";
import { AccountingSystem, Emails, Linked, Payments, PaymentLink } from "./parts";
import { Payer } from "./payer";
import { Plan } from "./plan/plan";
import { Reminders } from "./reminders";
import "./style.css";

type Props = { id: number; onClose: () => void; onOpen: (id: number) => void };

/** Overlays that Esc closes before it closes the invoice. */
const above = [
  ...[".ant-select-dropdown", ".ant-dropdown", ".ant-picker-dropdown"].map((name) => `${name}:not(${name}-hidden)`),
  ".ant-modal-wrap:not([style*='display: none']) .ant-modal:not(.fin-editor)",
].join();
const loading = <LoadingState rows={14} />;

function Waiting({ onClose }: { onClose: () => void }) {
  return (
    <div className="fin-head">
      <span className="sr-spacer">Invoice</span>
      <Button type="text" aria-label="Close the invoice" icon={<Icon name="close" size={17} />} onClick={onClose} />
    </div>
  );
}

/** Returns why an invoice is read-only, in the server's words (money.md 4). */
function refusalOf(invoice: Invoice): string | null {
  if (!invoice.readonly) return null;
  return `${invoice.isCreditNote ? "A credit note" : "An invoice"} cannot be changed while its status is ${invoice.shownStatus}`;
}

const soon = 1500;
const nowAndThen = 5000;

/**
 * The interval of refetches, which show changes by the server: a sent email, the accounting system's response, a
 * payment.
 */
function againAfter(invoice?: Invoice): number | false {
  if (!invoice || invoice.status === "draft") return false;
  const underWay =
    invoice.sync?.state === "waiting" || invoice.emails?.some(({ state }) => state === "queued" || state === "sending");
  return underWay ? soon : nowAndThen;
}

/** Asks before Close, Back or a link discards unsent entries. */
function useLeaving(forms: Set<string>, id: number): void {
  const dialogs = useDialogs();
  const blocker = useBlocker(
    ({ nextLocation }) => forms.size > 0 && new URLSearchParams(nextLocation.search).get("invoice") !== String(id),
  );
  const isAsking = useRef(false);
  useEffect(() => {
    if (blocker.state !== "blocked" || isAsking.current) return;
    isAsking.current = true;
    void dialogs
      .ask({
        title: "Close without saving?",
        text: "Your entries in the open form would be lost.",
        yes: "Close",
        no: "Keep editing",
        danger: true,
      })
      .then((yes) => {
        isAsking.current = false;
        if (!yes) return blocker.reset();
        forms.clear();
        blocker.proceed();
      });
  }, [blocker, dialogs, forms]);
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent) => {
      if (forms.size) event.preventDefault();
    };
    window.addEventListener("beforeunload", stay);
    return () => window.removeEventListener("beforeunload", stay);
  }, [forms]);
}

/** Closes the editor on Esc, unless an overlay handles the key. */
function useEscape(onClose: () => void): void {
  useEffect(() => {
    let free = false;
    const before = ({ key }: KeyboardEvent) => {
      if (key === "Escape") free = !document.querySelector(above);
    };
    const after = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === "Escape" && free && !defaultPrevented) onClose();
    };
    window.addEventListener("keydown", before, true);
    window.addEventListener("keydown", after);
    return () => {
      window.removeEventListener("keydown", before, true);
      window.removeEventListener("keydown", after);
    };
  }, [onClose]);
}

/** Returns the focus on closing, usually to the list. */
function useReturn(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(() => () => (before instanceof HTMLElement ? before.focus({ preventScroll: true }) : undefined), [before]);
}

/**
 * The invoice and credit-note editor over the whole screen (money.md 2); a read-only invoice is the same without
 * inputs.
 */
export default function InvoiceEditor({ id, onClose, onOpen }: Props) {
  const invoice = useApi<Invoice>(`/invoice/${id}`, undefined, {
    staleTime: 0,
    refetchInterval: ({ state }) => againAfter(state.data),
  });
  const line = useFields(`/invoice/${id}/item`);
  const commands = useCommands(id);
  const shown = line.data && invoice.data;
  const failed = invoice.error ?? line.error;
  useLeaving(commands.forms, id);

  const editing = useMemo<Editing | null>(
    () =>
      shown
        ? {
            ...commands,
            invoice: shown,
            lineFields: line.fields,
            refusal: refusalOf(shown),
            open: onOpen,
            close: onClose,
          }
        : null,
    [commands, shown, line.fields, onOpen, onClose],
  );
  useEscape(onClose);
  useReturn();

  return (
    <EditingContext value={editing}>
      <Modal
        open
        className="fin-editor sr-whole-screen"
        width="100%"
        keyboard={false}
        closable={false}
        mask={false}
        transitionName=""
        title={editing ? <Head /> : <Waiting onClose={onClose} />}
        footer={editing && <Foot />}
        onCancel={onClose}
      >
        {editing ? (
          <div className="fin-body" key={id}>
            <Issued />
            <div className="fin-top">
              <FieldCard />
              <Figures />
            </div>
            <Lines />
            <div className="fin-halves">
              <div>
                <Payer />
                <Plan />
                <Payments />
                <Linked />
              </div>
              <div>
                <Description />
                <PaymentLink />
                <AccountingSystem />
                <Emails />
                <Reminders />
                <History />
              </div>
            </div>
            <Widget
              name="comments"
              props={{ entityType: "invoice", entityTypeId: id }}
              fallback={<section className="fin-card sr-muted">Comments are currently not available.</section>}
            />
          </div>
        ) : failed ? (
          <ErrorState
            error={failed}
            title="The invoice did not load"
            onRetry={() => void Promise.all([invoice.refetch(), line.refetch()])}
          />
        ) : (
          loading
        )}
      </Modal>
    </EditingContext>
  );
}
