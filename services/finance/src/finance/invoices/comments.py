"""The latest comment on an invoice."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from finance.copies.model import invoice_comment
from finance.invoices.model import invoice
from finance.objects import json_object, utc

_comment = invoice_comment.c


def most_recent_comment() -> sa.ColumnElement[Any]:
    """`mostRecentComment` of an invoice, a column of a statement on `invoice`: `{comment, modified}`, or null."""
    answer = json_object(comment=_comment.comment, modified=utc(_comment.modified))
    latest = sa.select(answer).where(_comment.invoice_id == invoice.c.id)
    return latest.order_by(_comment.modified.desc(), _comment.id.desc()).limit(1).correlate(invoice).scalar_subquery()
