"""Queries of the actor's own notices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from kit.policy import Actor
from support.directory.model import user
from support.kinds.queries import notice_kinds
from support.notifications.model import OFF, notice_digest, notice_setting, notification, notification_counter

PAGE = 50
REPLAY = 200
"""Maximum number of notices in one query of a replay; the next query follows immediately."""

_user = sa.bindparam("user", type_=sa.BigInteger)
_own = sa.select(
    *(notification.c[name] for name in ("number", "kind", "title", "text", "target", "created")),
    notification.c.read.is_not(None).label("read"),
).where(notification.c.user_id == _user)
"""Return notices in their wire form (`docs/api.md`, Realtime)."""
_newest = _own.order_by(notification.c.number.desc()).limit(PAGE)
_before = _newest.where(notification.c.number < sa.bindparam("before", type_=sa.BigInteger))
_after = (
    _own.where(notification.c.number > sa.bindparam("after", type_=sa.BigInteger))
    .order_by(notification.c.number)
    .limit(REPLAY)
)
_unread = (
    sa.select(sa.func.count())
    .select_from(notification)
    .where(notification.c.user_id == _user, notification.c.read.is_(None))
)
_last = sa.select(notification_counter.c.last_number).where(notification_counter.c.user_id == _user)


@dataclass(frozen=True)
class News:
    """The next message of a channel: notices in order, the count of unread ones, the user's last number."""

    notices: list[dict[str, Any]]
    unread: int
    last: int


def newest(connection: sa.Connection, actor: Actor, before: int | None) -> list[dict[str, Any]]:
    """Return the newest notices, or those below number `before`, newest first, at most PAGE."""
    params = {"user": actor.user_id}
    if before is None:
        return all_rows(connection, _newest, params)
    return all_rows(connection, _before, params | {"before": before})


def since(connection: sa.Connection, actor: Actor, after: int) -> list[dict[str, Any]]:
    """Return notices with a number above `after`, in order, at most REPLAY."""
    return all_rows(connection, _after, {"user": actor.user_id, "after": after})


def unread(connection: sa.Connection, actor: Actor) -> int:
    return int(connection.execute(_unread, {"user": actor.user_id}).scalar_one())


def last_number(connection: sa.Connection, actor: Actor) -> int:
    """Return the number of the user's latest notice, 0 before the first."""
    return int(connection.execute(_last, {"user": actor.user_id}).scalar() or 0)


def news(connection: sa.Connection, actor: Actor, after: int | None) -> News:
    """Return the notices after number `after`; None returns only the counts."""
    last = last_number(connection, actor)
    # a number above the last one is from another database: replay nothing
    notices = since(connection, actor, after) if after is not None and after < last else []
    return News(notices=notices, unread=unread(connection, actor), last=last)


def settings(connection: sa.Connection, actor: Actor) -> dict[str, Any]:
    """Return the channels of each kind that concerns the user, how often they get the digest, and their mail address,
    empty if unknown."""
    own = sa.select(notice_setting).where(notice_setting.c.user_id == actor.user_id)
    chosen = {row["kind"]: row for row in all_rows(connection, own)}
    address = connection.scalar(sa.select(user.c.email).where(user.c.id == actor.user_id))
    kinds = [
        {"name": kind.name, "title": kind.title, "text": kind.text, "must": kind.must}
        | {"bell": kind.must or chosen.get(kind.name, {}).get("bell", True)}
        | {"mail": chosen.get(kind.name, {}).get("mail", kind.mail)}
        for kind in notice_kinds(connection).values()
        if not kind.roles or actor.roles.intersection(kind.roles)
    ]
    every = connection.scalar(sa.select(notice_digest.c.every).where(notice_digest.c.user_id == actor.user_id))
    return {"address": address or "", "digest": every or OFF, "kinds": kinds}
