"""The latest comment on an invoice."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from finance.copies.model import invoice_comment
from finance.invoices.model import invoice

_comment = invoice_comment.c


def most_recent_comment() -> sa.ColumnElement[Any]:
    """`mostRecentComment` of an invoice, a column of a statement on `invoice`: `{comment, modified}`, or null."""
    utc = sa.func.to_char(sa.func.timezone("UTC", _comment.modified), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    answer = sa.func.jsonb_build_object(
        sa.literal_column("'comment'"), _comment.comment, sa.literal_column("'modified'"), utc, type_=JSONB
    )
    latest = sa.select(answer).where(_comment.invoice_id == invoice.c.id)
    return latest.order_by(_comment.modified.desc(), _comment.id.desc()).limit(1).correlate(invoice).scalar_subquery()
