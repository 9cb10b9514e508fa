"""The subscription that stores the kinds declared by other services."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.events import Envelope, Subscription
from kit.kinds import event_of
from support.kinds.model import comment_kind, notice_kind

PUBLISHERS = ("identity", "people", "teaching", "finance", "files")
"""Services that declare kinds, and raise notices of them."""


def keep(tx: Tx, envelope: Envelope) -> None:
    """Replace the kinds of the service by those in its declaration."""
    service = envelope.subject.partition(".")[0]
    for table, kinds in (
        (notice_kind, envelope.payload["noticeKinds"]),
        (comment_kind, envelope.payload["commentKinds"]),
    ):
        tx.execute(sa.delete(table).where(table.c.service == service))
        if kinds:
            tx.execute(sa.insert(table), [_row(table, service, number, kind) for number, kind in enumerate(kinds)])


def _row(table: sa.Table, service: str, position: int, kind: dict[str, Any]) -> dict[str, Any]:
    own = {"service": service, "position": position}
    return own | {column.name: kind[column.name] for column in table.c if column.name not in own}


SUBSCRIPTIONS = tuple(Subscription(event_of(service), keep) for service in PUBLISHERS)
