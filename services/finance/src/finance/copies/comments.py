"""Comments on invoices, as support tells of them (`support.comment.changed`)."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from finance.copies.model import invoice_comment
from finance.invoices.model import invoice
from kit.copies import keep
from kit.db import Tx
from kit.events import Envelope, Event
from kit.subscriptions import Subscription
from staffroom.support.events.v1.events_pb2 import CommentChanged

COMMENT_CHANGED = Event("support.comment.changed", CommentChanged)
_comment = invoice_comment.c


def comment_changed(tx: Tx, envelope: Envelope) -> None:
    """Keep what a comment on an invoice says, while it is there."""
    said = envelope.payload
    if said["entityType"] != "invoice":
        return
    if said["deleted"]:
        tx.execute(sa.delete(invoice_comment).where(_comment.id == said["id"]))
        return
    values = {"invoice_id": said["entityTypeId"], "comment": said["words"], "modified": said["modified"]}
    keep(tx, invoice_comment, {"id": said["id"]}, values)


def most_recent_comment() -> sa.ColumnElement[Any]:
    """`mostRecentComment` of an invoice, for a statement about `invoice`: `{comment, modified}`, or null."""
    utc = sa.func.to_char(sa.func.timezone("UTC", _comment.modified), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    shown = sa.func.jsonb_build_object(
        sa.literal_column("'comment'"), _comment.comment, sa.literal_column("'modified'"), utc, type_=JSONB
    )
    mine = sa.select(shown).where(_comment.invoice_id == invoice.c.id)
    return mine.order_by(_comment.modified.desc(), _comment.id.desc()).limit(1).correlate(invoice).scalar_subquery()


SUBSCRIPTIONS = (Subscription(COMMENT_CHANGED, comment_changed),)
