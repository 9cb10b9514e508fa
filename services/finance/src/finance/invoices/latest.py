"""The latest comment on an invoice, and the newest support ticket about it."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from finance.copies.model import invoice_comment, support_ticket
from finance.invoices.model import invoice
from kit.database.nested import json_object, utc

_comment, _ticket = invoice_comment.c, support_ticket.c


def most_recent_comment() -> sa.ColumnElement[Any]:
    """`mostRecentComment` of an invoice, a column of a statement on `invoice`: `{comment, modified}`, or null."""
    answer = json_object(comment=_comment.comment, modified=utc(_comment.modified))
    latest = sa.select(answer).where(_comment.invoice_id == invoice.c.id)
    return latest.order_by(_comment.modified.desc(), _comment.id.desc()).limit(1).correlate(invoice).scalar_subquery()


def newest_ticket() -> sa.ColumnElement[Any]:
    """`supportTicket` of an invoice, a column of a statement on `invoice`: `{id, status}`, or null."""
    newest = sa.select(json_object(id=_ticket.id, status=_ticket.status)).where(_ticket.invoice_id == invoice.c.id)
    return newest.order_by(_ticket.id.desc()).limit(1).correlate(invoice).scalar_subquery()
