import { hasRole, useSession } from "@staffroom/api";
import { OpenNeighbours } from "@staffroom/screen";
import { Icon, StatusTag, SupportTicket, usePage } from "@staffroom/ui";
import { MovesMenu } from "@staffroom/workflow";
import { Button, Dropdown } from "antd";
import { useState } from "react";
import { nameOf, useStatusColumn, type Invoice } from "../types";
import { useEditing } from "./context";

/** The reason why the status cannot be set (money.md 4). */
function refusalOf({ status, outstanding }: Invoice, isAdmin: boolean): string {
  if (!isAdmin && status === "cancelled") return "Invoice status cannot be changed for cancelled invoices.";
  if (!isAdmin && status === "partPaid" && outstanding > 0) {
    return "Status cannot be updated manually for partially paid invoices without writing off the balance first.";
  }
  return "There is no status that you can set from here.";
}

/** Help raises a support ticket about this invoice; once there is one, it opens (money.md 2). */
function Help() {
  const { invoice, reload } = useEditing();
  const [open, setOpen] = useState<"help" | "ticket" | null>(null);
  // Finance receives a ticket's event shortly after support has created it.
  const [raised, setRaised] = useState<number | null>(null);
  const ticket = invoice.supportTicket?.id ?? raised;
  const close = () => setOpen(null);
  return (
    <>
      <Dropdown
        trigger={["click"]}
        menu={{
          items: [ticket ? { key: "ticket", label: "View support ticket" } : { key: "help", label: "Help" }],
          onClick: ({ key }) => setOpen(key as "help" | "ticket"),
        }}
      >
        <Button aria-label="More" icon={<Icon name="more" size={16} />} />
      </Dropdown>
      {open && (
        <SupportTicket
          invoiceId={invoice.id}
          ticket={open === "ticket" ? ticket : null}
          subject={`Invoice ${nameOf(invoice)}: `}
          onRaised={setRaised}
          onChanged={() => void reload()}
          onClose={close}
        />
      )}
    </>
  );
}

/** Title, status and moves of the invoice. */
export function Head() {
  const { invoice, reload, close } = useEditing();
  const { status } = invoice;
  const states = useStatusColumn()?.options;
  const isAdmin = hasRole(useSession().user);
  const title = `${invoice.shownTitle} ${invoice.number ?? ""}`.trim();
  usePage(title);
  return (
    <div className="fin-head">
      <img src="/favicon.svg" alt="Staffroom" width={26} height={26} />
      <h1>
        {invoice.shownTitle} {invoice.number ?? <span className="sr-muted">no number yet</span>}
      </h1>
      <StatusTag label={invoice.shownStatus} color={states?.find(({ value }) => value === status)?.color} />
      <span className="fin-head-name">{invoice.name}</span>
      <span className="sr-spacer" />
      <OpenNeighbours />
      <MovesMenu moves={invoice.moves} onDone={() => void reload()} refusal={refusalOf(invoice, isAdmin)}>
        Set status <Icon name="chevron-down" size={14} />
      </MovesMenu>
      <Help />
      <Button type="text" aria-label="Close the invoice" icon={<Icon name="close" size={17} />} onClick={close} />
    </div>
  );
}
