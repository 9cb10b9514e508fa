"""Support tickets about invoices, as support tells of them (`support.ticket.changed`)."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from finance.copies.model import support_ticket
from kit.copies import keep
from kit.db import Tx
from kit.events import Envelope, Event
from kit.subscriptions import Subscription
from staffroom.support.events.v1.events_pb2 import TicketChanged

TICKET_CHANGED = Event("support.ticket.changed", TicketChanged)
_ticket = support_ticket.c


def ticket_changed(tx: Tx, envelope: Envelope) -> None:
    """Keep the ticket, if it is about an invoice."""
    said = envelope.payload
    if not said["invoiceId"]:
        return
    keep(tx, support_ticket, {"id": said["id"]}, {"invoice_id": said["invoiceId"], "status": said["status"]})


def ticket_of(invoice_id: Any) -> sa.ColumnElement[Any]:
    """`supportTicket` of an invoice as one value of a larger statement: `{id, status}` of the newest, or null."""
    shown = sa.func.jsonb_build_object(
        sa.literal_column("'id'"), _ticket.id, sa.literal_column("'status'"), _ticket.status
    )
    mine = sa.select(shown).where(_ticket.invoice_id == invoice_id)
    return mine.order_by(_ticket.id.desc()).limit(1).scalar_subquery()


SUBSCRIPTIONS = (Subscription(TICKET_CHANGED, ticket_changed),)
