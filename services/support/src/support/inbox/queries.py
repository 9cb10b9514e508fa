"""The mails through which the messages of a ticket came and went."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from kit.policy import Actor, Row
from support.mailboxes.model import TICKET_MAILS, mail_in, ticket_mail
from support.mailboxes.policy import reads
from support.tickets.model import ticket_message

_m, _c = mail_in.c, ticket_mail.c
_INCOMING = sa.select(
    *(_m.id, _m.ticket_message_id.label("messageId"), _m.sender, _m.sender_name.label("senderName"), _m.received),
    *(_m.subject, _m.on_ticket.label("onTicket"), _m.folded, _m.attachments),
).select_from(mail_in.join(ticket_message, ticket_message.c.id == _m.ticket_message_id))
_OUTGOING = sa.select(
    *(_c.id, _c.ticket_message_id.label("messageId"), _c.recipient, TICKET_MAILS.state.label("state")),
    *(TICKET_MAILS.error.label("error"), _c.sent, _c.bounced, _c.bounce_reason.label("bounceReason")),
).select_from(TICKET_MAILS.joined.outerjoin(ticket_message, ticket_message.c.id == _c.ticket_message_id))


def mails(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """Return the mails of a ticket, including those of merged messages. Only support staff see them: they contain
    addresses of others."""
    if not reads(actor):
        return {"address": row["from_address"], "incoming": [], "outgoing": []}
    on_ticket = ticket_message.c.ticket_id == row["id"]
    receipt = sa.and_(_c.ticket_message_id.is_(None), _c.ticket_id == row["id"])
    return {
        "address": row["from_address"],
        "incoming": all_rows(connection, _INCOMING.where(on_ticket).order_by(_m.id)),
        "outgoing": all_rows(connection, _OUTGOING.where(sa.or_(on_ticket, receipt)).order_by(_c.id)),
    }
