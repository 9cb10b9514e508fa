"""Queries of sessions, secrets and links. A query by secret takes no actor: the secret authorises the caller."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from identity.accounts.model import password_link, refresh_secret, session
from identity.sessions import rules
from identity.sessions.policy import visible
from kit.database import Tx, tables
from kit.errors import NotFound

_c = session.c
_ACTIVE = sa.and_(_c.ended.is_(None), _c.expires > sa.func.now())


def by_secret(tx: Tx, digest: bytes, app: str) -> dict[str, Any] | None:
    """Return the active session of a refresh secret in `app`, locked."""
    own = sa.select(refresh_secret.c.session_id).where(refresh_secret.c.hash == digest).scalar_subquery()
    return _locked(tx, sa.and_(_c.id == own, _c.app == app))


def secret(digest: bytes) -> sa.Executable:
    """Return a refresh secret, with `late`: true if it was used more than `rules.REUSE_GRACE` seconds ago."""
    late = refresh_secret.c.used < sa.func.now() - dt.timedelta(seconds=rules.REUSE_GRACE)
    return sa.select(refresh_secret, sa.func.coalesce(late, sa.false()).label("late")).where(
        refresh_secret.c.hash == digest
    )


def active(tx: Tx, sid: str) -> dict[str, Any] | None:
    """Return the active session of a token, locked."""
    return _locked(tx, _c.sid == sid)


def own_active(tx: Tx, sid: str) -> dict[str, Any] | None:
    """Return the user's own active session of a token, locked; for an impersonation, the session from which it was
    started."""
    row = active(tx, sid)
    if row is None or row["parent_id"] is None:
        return row
    return _locked(tx, _c.id == row["parent_id"])


def _locked(tx: Tx, condition: sa.ColumnElement[bool]) -> dict[str, Any] | None:
    return tx.one(sa.select(session).where(condition, _ACTIVE).with_for_update(of=session))


def impersonation(tx: Tx, session_id: int) -> dict[str, Any] | None:
    """Return the active impersonation in a session."""
    return tx.one(sa.select(session).where(_c.parent_id == session_id, _ACTIVE))


def roots(tx: Tx, sid: str, digest: bytes) -> list[int]:
    """Return the ids of the sessions of a token and of a refresh secret: the user's own session, never an impersonation
    in it."""
    by_token = sa.select(sa.func.coalesce(_c.parent_id, _c.id)).where(_c.sid == sid)
    by_cookie = sa.select(refresh_secret.c.session_id).where(refresh_secret.c.hash == digest)
    return sorted(tx.execute(sa.union(by_token, by_cookie)).scalars())


def owner_of(tx: Tx, session_id: int) -> int:
    """Return the user of the session. Raises NotFound unless the actor may see it."""
    owner = tx.scalar(sa.select(_c.user_id).where(_c.id == session_id, visible.where(tx.actor)))
    if owner is None:
        raise NotFound("There is no such session")
    return int(owner)


_VALID_LINK = sa.and_(password_link.c.used.is_(None), password_link.c.expires > sa.func.now())


def user_of_link(connection: sa.Connection, link: bytes) -> int | None:  # allow queries-take-the-actor: by secret
    """Return the user whose password a link can set, while the link is valid."""
    statement = sa.select(password_link.c.user_id).where(password_link.c.hash == link, _VALID_LINK)
    return connection.execute(statement).scalar()


def use_link(digest: bytes) -> sa.Executable:
    """Mark a link as used and return the user id, once."""
    statement = sa.update(password_link).where(password_link.c.hash == digest, _VALID_LINK)
    return statement.values(used=tables.now()).returning(password_link.c.user_id)
