import { ApiError, appName, invalidate, isNotice, onLive, useRecord } from "@staffroom/api";
import type { WidgetProps } from "@staffroom/contract";
import { ChoiceTag, choiceOf, useChoices } from "@staffroom/screen";
import { ErrorState, Icon, LoadingState, StatePanel, useMedia } from "@staffroom/ui";
import { Moves } from "@staffroom/workflow";
import { Button, Modal } from "antd";
import { useEffect, useState, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { Details } from "./details";
import { Related, TicketMenu } from "./merging";
import { presenceText, usePresence } from "./presence";
import { Due } from "./service";
import "./style.css";
import { Thread } from "./thread";
import { base, lists, ticketFields, type Ticket, type Writing } from "./types";

/** Refreshes the ticket when a notification about it arrives. */
function useNews(id: number, path: string): void {
  useEffect(
    () =>
      onLive((event) => {
        if (isNotice(event) && event.data.kind === "ticket" && event.data.target?.endsWith(`ticket=${id}`))
          void invalidate(path);
      }),
    [id, path],
  );
}

type Props = WidgetProps["ticket"] & {
  /** Next to the title. */
  tools?: ReactNode;
};

/**
 * One support ticket: title and status at the top, details, messages, moves in the footer (money.md 2, Support ticket
 * dialog). In a narrow window it opens with its messages, the details folded below.
 */
export default function TicketDialog({ id, onClose, onChanged, tools }: Props) {
  const path = `${base}/${id}`;
  const { data: ticket, error, refetch } = useRecord<Ticket>(path);
  const choices = useChoices(ticketFields);
  useNews(id, path);
  const [writing, setWriting] = useState<Writing>(null);
  const { people, isLive } = usePresence(ticket, path, writing);
  const isNarrow = useMedia("(max-width: 760px)");
  const changed = () => {
    void invalidate(path);
    void invalidate(lists);
    onChanged?.();
  };
  return (
    <Modal
      open
      width={1080}
      centered
      className="sr-ticket"
      title={
        <span className="sr-ticket-title">
          <span className="sr-muted sr-num">{id}</span> {ticket?.title ?? "Support ticket"}
          {ticket && <ChoiceTag of={ticketFields} name="status" value={ticket.status} />}
          {ticket && <span className="sr-muted">{choiceOf(choices, "type", ticket.type)?.label}</span>}
          {ticket?.service?.due && <Due at={ticket.service.due} />}
          <span className="sr-spacer" />
          {tools}
        </span>
      }
      onCancel={onClose}
      footer={<Foot ticket={ticket} onClose={onClose} onChanged={changed} />}
      mask={{ closable: false }}
    >
      {ticket ? (
        <>
          <Related ticket={ticket} onChanged={changed} />
          <div className="sr-ticket-body" key={id}>
            {!isNarrow && <Details ticket={ticket} path={path} onSaved={changed} />}
            <Thread ticket={ticket} path={path} onSent={changed} onWriting={setWriting}>
              <p className="sr-ticket-live" role="status" data-stale={!isLive || undefined}>
                {isLive
                  ? presenceText(people)
                  : "The connection is lost: newer messages may be missing. It is tried again every ten seconds."}
              </p>
            </Thread>
            {isNarrow && (
              <details className="sr-ticket-fold">
                <summary>Details</summary>
                <Details ticket={ticket} path={path} onSaved={changed} />
              </details>
            )}
          </div>
        </>
      ) : error instanceof ApiError && error.status === 404 ? (
        <StatePanel
          icon="lock"
          title="This ticket is not yours to see"
          text="Those who asked, those they informed and the support team they asked read it."
        />
      ) : error ? (
        <ErrorState error={error} title="The ticket did not load" onRetry={() => void refetch()} />
      ) : (
        <LoadingState rows={10} />
      )}
    </Modal>
  );
}

type FootProps = { ticket: Ticket | undefined; onClose: () => void; onChanged: () => void };

/** View error, View slip, View invoice if the ticket has one; Resolved and Reopen if the server offers them. */
function Foot({ ticket, onClose, onChanged }: FootProps) {
  const navigate = useNavigate();
  const links: [string, string, string | undefined][] = [
    ["View error", "bug", ticket?.error ? `/admin/errors?id=${ticket.error.id}` : undefined],
    ["View slip", "clipboard", ticket?.slip ? `/system/slips?slip=${ticket.slip.id}` : undefined],
    // Clients only have a list of their invoices.
    [
      "View invoice",
      "receipt",
      ticket?.invoice
        ? appName === "client"
          ? "/invoices"
          : `/accounts/invoices?invoice=${ticket.invoice.id}`
        : undefined,
    ],
  ];
  const follow = (target: string) => {
    onClose();
    void navigate(target);
  };
  return (
    <div className="sr-foot sr-ticket-foot">
      {links.map(
        ([label, icon, target]) =>
          target && (
            <Button key={label} icon={<Icon name={icon} size={15} />} onClick={() => follow(target)}>
              {label}
            </Button>
          ),
      )}
      {ticket && <TicketMenu ticket={ticket} onChanged={onChanged} />}
      <span className="sr-spacer" />
      <Button onClick={onClose}>Close</Button>
      <Moves
        moves={ticket?.moves}
        onDone={(move) => {
          onChanged();
          if (move.name === "resolve") onClose();
        }}
      />
    </div>
  );
}
