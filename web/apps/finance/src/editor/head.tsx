import { hasRole, useSession } from "@staffroom/api";
import { Icon, openBugReport, StatusTag, usePage, useWidget } from "@staffroom/ui";
import { MovesMenu } from "@staffroom/workflow";
import { Button, Dropdown } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";
import { nameOf, statusColor, statusLabel, type Invoice } from "../types";
import { useEditing } from "./context";

/** Why there is no status to set (money.md 4). */
function refusalOf({ status, outstanding }: Invoice, isAdmin: boolean): string {
  if (!isAdmin && status === "cancelled") return "Invoice status cannot be changed for cancelled invoices.";
  if (!isAdmin && status === "partPaid" && outstanding > 0) {
    return "Status cannot be updated manually for partially paid invoices without writing off the balance first.";
  }
  return "There is no status that you can set from here.";
}

/** Help raises a support ticket about this invoice; the report dialog stands in where no area has tickets. */
function useHelp(invoice: Invoice) {
  const Ticket = useWidget("ticketDialog");
  const [open, setOpen] = useState(false);
  const subject = `Invoice ${nameOf(invoice)}`;
  return {
    ask: () => (Ticket ? setOpen(true) : openBugReport(undefined, `${subject}: `)),
    dialog: Ticket && <Ticket open={open} subject={subject} onClose={() => setOpen(false)} />,
  };
}

/** What the invoice is called, where it stands, and what can be done about it. */
export function Head() {
  const { invoice, reload, close } = useEditing();
  const { status, supportTicket } = invoice;
  const isAdmin = hasRole(useSession().user);
  const navigate = useNavigate();
  const help = useHelp(invoice);
  const title = `${invoice.shownTitle} ${invoice.number ?? ""}`.trim();
  usePage(title);
  return (
    <div className="fin-head">
      <img src="/favicon.svg" alt="Staffroom" width={26} height={26} />
      <h1>{invoice.shownTitle}{" "}{invoice.number ?? <span className="sr-muted">no number yet</span>}</h1>
      <StatusTag label={statusLabel[status] ?? status} color={statusColor[status]} />
      <span className="fin-head-name">{invoice.name}</span>
      <span className="fin-spacer" />
      <MovesMenu moves={invoice.moves} onDone={() => void reload()} refusal={refusalOf(invoice, isAdmin)}>
        Set status <Icon name="chevron-down" size={14} />
      </MovesMenu>
      <Dropdown
        trigger={["click"]}
        menu={{
          items: [supportTicket ? { key: "ticket", label: "View support ticket" } : { key: "help", label: "Help" }],
          onClick: () => (supportTicket ? void navigate(`/support/tickets/my?ticket=${supportTicket.id}`) : help.ask()),
        }}
      >
        <Button aria-label="More" icon={<Icon name="more" size={16} />} />
      </Dropdown>
      <Button type="text" aria-label="Close the invoice" icon={<Icon name="close" size={17} />} onClick={close} />
      {help.dialog}
    </div>
  );
}
