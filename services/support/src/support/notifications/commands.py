"""Writing notices and marking them read."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, insert

from kit.database import Tx, tables
from kit.errors import NotFound
from support.events import NOTIFICATIONS_CHANGED
from support.notifications.model import notification, notification_counter

_CHUNK = 1_000
"""Users in one event to the open channels."""


@dataclass(frozen=True)
class Notice:
    """The text of a notice: `kind` in one word (comment, error, export, ticket), `target` the screen it leads to."""

    kind: str
    title: str
    text: str
    target: str


def notify(tx: Tx, user_ids: Iterable[int], notice: Notice, event_id: uuid.UUID | None = None) -> int:
    """Give `notice` to each user under their next number; the number of users who did not have it before.

    `event_id` is the event that asks for it: the same event gives a user one notice, however often it comes.
    """
    wanted = sorted({user_id for user_id in user_ids if user_id > 0})
    if event_id is not None and wanted:
        had = sa.select(notification.c.user_id).where(notification.c.event_id == event_id)
        wanted = sorted(set(wanted) - set(tx.execute(had).scalars()))
    if not wanted:
        return 0
    # In the order of the ids, so that two transactions never wait for each other crosswise.
    users = sa.func.unnest(sa.bindparam("users", wanted, type_=ARRAY(sa.BigInteger))).column_valued("user_id")
    counted = insert(notification_counter).from_select(
        ["user_id", "last_number"], sa.select(users, sa.literal(1)).order_by(users)
    )
    numbered = counted.on_conflict_do_update(
        index_elements=["user_id"], set_={"last_number": notification_counter.c.last_number + 1}
    ).returning(notification_counter.c.user_id, notification_counter.c.last_number)
    numbers = [(row.user_id, row.last_number) for row in tx.execute(numbered)]
    target = notice.target if notice.target.startswith("/") else ""
    told: dict[str, Any] = {
        "kind": notice.kind[:40],
        "title": notice.title[:200],
        "text": notice.text[:1000],
        "target": target[:500],
        "event_id": event_id,
    }
    tx.execute(sa.insert(notification), [{"user_id": user, "number": number, **told} for user, number in numbers])
    _tell_channels(tx, wanted)
    return len(wanted)


def mark_read(tx: Tx, number: int) -> dict[str, Any]:
    """Mark one's own notice read; again is no error. Raises NotFound."""
    mine = (notification.c.user_id == tx.actor.user_id, notification.c.number == number)
    statement = (
        sa.update(notification)
        .where(*mine)
        .values(read=sa.func.coalesce(notification.c.read, tables.now()))
        .returning(notification.c.number)
    )
    if tx.scalar(statement) is None:
        raise NotFound()
    _tell_channels(tx, [tx.actor.user_id])
    return {"number": number, "read": True}


def mark_all_read(tx: Tx, up_to: int | None) -> dict[str, Any]:
    """Mark all of one's own notices read; with `up_to`, those the person has seen in the list."""
    mine = [notification.c.user_id == tx.actor.user_id, notification.c.read.is_(None)]
    if up_to is not None:
        mine.append(notification.c.number <= up_to)
    marked = tx.execute(sa.update(notification).where(*mine).values(read=tables.now())).rowcount
    if marked:
        _tell_channels(tx, [tx.actor.user_id])
    return {"read": marked}


def _tell_channels(tx: Tx, user_ids: list[int]) -> None:
    for start in range(0, len(user_ids), _CHUNK):
        chunk = user_ids[start : start + _CHUNK]
        tx.publish(NOTIFICATIONS_CHANGED, chunk[0], {"userIds": chunk})
