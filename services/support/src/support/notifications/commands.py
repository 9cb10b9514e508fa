"""Write notices and mark them read."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, insert

from kit.database import Tx, row_or_404, tables
from kit.errors import Invalid
from support.events import NOTIFICATIONS_CHANGED
from support.kinds.queries import notice_kinds
from support.notifications import mailing
from support.notifications.kinds import Notice
from support.notifications.model import notice_setting, notification, notification_counter

_CHUNK = 1_000
"""Maximum number of users in one event to the open channels."""


def notify(
    tx: Tx,
    user_ids: Iterable[int],
    notice: Notice,
    event_id: uuid.UUID | None = None,
    *,
    mailed: Collection[int] = (),
) -> int:
    """Write `notice` for each user under their next number, and mail it as each has chosen for its kind; returns the
    number of users whose bell newly has it.

    `event_id` is the requesting event and makes the write idempotent: one notice per user and event. Users in `mailed`
    get the message itself by mail, so their notice is only in the bell.
    """
    recipients = sorted({user_id for user_id in user_ids if user_id > 0})
    without_bell = mailing.send(tx, recipients, notice, event_id, mailed)
    recipients = [user_id for user_id in recipients if user_id not in without_bell]
    if event_id is not None and recipients:
        notified = sa.select(notification.c.user_id).where(notification.c.event_id == event_id)
        recipients = sorted(set(recipients) - set(tx.execute(notified).scalars()))
    if not recipients:
        return 0
    # in order of the ids, so that two transactions cannot deadlock
    users = sa.func.unnest(sa.bindparam("users", recipients, type_=ARRAY(sa.BigInteger))).column_valued("user_id")
    first_numbers = insert(notification_counter).from_select(
        ["user_id", "last_number"], sa.select(users, sa.literal(1)).order_by(users)
    )
    next_numbers = first_numbers.on_conflict_do_update(
        index_elements=["user_id"], set_={"last_number": notification_counter.c.last_number + 1}
    ).returning(notification_counter.c.user_id, notification_counter.c.last_number)
    numbers = [(row.user_id, row.last_number) for row in tx.execute(next_numbers)]
    target = notice.target if notice.target.startswith("/") else ""
    values: dict[str, Any] = {
        "kind": notice.kind[:40],
        "title": notice.title[:200],
        "text": notice.text[:1000],
        "target": target[:500],
        "event_id": event_id,
    }
    tx.execute(sa.insert(notification), [{"user_id": user, "number": number, **values} for user, number in numbers])
    _wake_channels(tx, recipients)
    return len(recipients)


def mark_read(tx: Tx, number: int) -> dict[str, Any]:
    """Mark the caller's own notice read; idempotent. Raises NotFound."""
    statement = (
        sa.update(notification)
        .where(notification.c.user_id == tx.actor.user_id, notification.c.number == number)
        .values(read=sa.func.coalesce(notification.c.read, tables.now()))
        .returning(notification.c.number)
    )
    row_or_404(tx.connection, statement)
    _wake_channels(tx, [tx.actor.user_id])
    return {"number": number, "read": True}


def mark_all_read(tx: Tx, up_to: int | None) -> dict[str, Any]:
    """Mark all of the caller's notices read, or those up to the number `up_to`."""
    conditions = [notification.c.user_id == tx.actor.user_id, notification.c.read.is_(None)]
    if up_to is not None:
        conditions.append(notification.c.number <= up_to)
    marked = tx.execute(sa.update(notification).where(*conditions).values(read=tables.now())).rowcount
    if marked:
        _wake_channels(tx, [tx.actor.user_id])
    return {"read": marked}


def choose(tx: Tx, kind: str, bell: bool, mail: bool) -> None:
    """Set how the caller is notified of a kind. Raises Invalid for an unknown one, and for a bell that must stay on."""
    kinds = notice_kinds(tx.connection)
    known = kinds.get(kind)
    if known is None:
        text = f"Unknown kind; allowed are: {', '.join(kinds)}"
        raise Invalid(text, fields={"kind": "Unknown kind"})
    if known.must and not bell:
        text = f"{known.title}: these notices cannot be turned off"
        raise Invalid(text, fields={"bell": text})
    values = {"bell": bell, "mail": mail}
    statement = insert(notice_setting).values(user_id=tx.actor.user_id, kind=kind, **values)
    tx.execute(statement.on_conflict_do_update(index_elements=["user_id", "kind"], set_=values))


def _wake_channels(tx: Tx, user_ids: list[int]) -> None:
    for start in range(0, len(user_ids), _CHUNK):
        chunk = user_ids[start : start + _CHUNK]
        tx.publish(NOTIFICATIONS_CHANGED, chunk[0], {"userIds": chunk})
