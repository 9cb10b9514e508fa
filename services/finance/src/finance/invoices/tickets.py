"""The support ticket about an invoice."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from finance.copies.model import support_ticket
from finance.objects import json_object

_ticket = support_ticket.c


def ticket_of(invoice_id: Any) -> sa.ColumnElement[Any]:
    """`supportTicket` of an invoice as a scalar subquery: `{id, status}` of the newest, or null."""
    answer = json_object(id=_ticket.id, status=_ticket.status)
    latest = sa.select(answer).where(_ticket.invoice_id == invoice_id)
    return latest.order_by(_ticket.id.desc()).limit(1).scalar_subquery()
