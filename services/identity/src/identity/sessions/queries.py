"""Finding sessions, secrets and links. Those by secret ask for no actor: the secret is what proves the caller."""

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
_LIVES = sa.and_(_c.ended.is_(None), _c.expires > sa.func.now())


def by_secret(tx: Tx, digest: bytes) -> dict[str, Any] | None:
    """The living session of a refresh secret, locked."""
    statement = (
        sa.select(session)
        .join(refresh_secret, refresh_secret.c.session_id == _c.id)
        .where(refresh_secret.c.hash == digest, _LIVES)
        .with_for_update(of=session)
    )
    return tx.one(statement)


def secret(digest: bytes) -> sa.Executable:
    """A refresh secret, with `late`: whether it was used longer ago than two tabs can be apart."""
    late = refresh_secret.c.used < sa.func.now() - dt.timedelta(seconds=rules.REUSE_GRACE)
    return sa.select(refresh_secret, sa.func.coalesce(late, sa.false()).label("late")).where(
        refresh_secret.c.hash == digest
    )


def living(tx: Tx, sid: str) -> dict[str, Any] | None:
    """The session of a token, locked, where it lives."""
    return tx.one(sa.select(session).where(_c.sid == sid, _LIVES).with_for_update(of=session))


def own_living(tx: Tx, sid: str) -> dict[str, Any] | None:
    """The same, or the session an impersonation hangs on."""
    found = living(tx, sid)
    if found is None or found["parent_id"] is None:
        return found
    return tx.one(sa.select(session).where(_c.id == found["parent_id"], _LIVES).with_for_update(of=session))


def impersonation(tx: Tx, session_id: int) -> dict[str, Any] | None:
    """The impersonation that goes on in a session."""
    return tx.one(sa.select(session).where(_c.parent_id == session_id, _LIVES))


def roots(tx: Tx, sid: str, digest: bytes) -> list[int]:
    """Ids of the sessions a token and a refresh secret belong to; of the own session, not of one lent in it."""
    by_token = sa.select(sa.func.coalesce(_c.parent_id, _c.id)).where(_c.sid == sid)
    by_cookie = sa.select(refresh_secret.c.session_id).where(refresh_secret.c.hash == digest)
    return sorted(tx.execute(sa.union(by_token, by_cookie)).scalars())


def owner_of(tx: Tx, session_id: int) -> int:
    """The user of the session. Raises NotFound unless the actor may see it."""
    owner = tx.scalar(sa.select(_c.user_id).where(_c.id == session_id, visible.where(tx.actor)))
    if owner is None:
        raise NotFound("There is no such session")
    return int(owner)


_GOOD_LINK = sa.and_(password_link.c.used.is_(None), password_link.c.expires > sa.func.now())


def user_of_link(connection: sa.Connection, link: bytes) -> int | None:  # allow queries-take-the-actor: by secret
    """The user whose password a link sets, while it is good."""
    statement = sa.select(password_link.c.user_id).where(password_link.c.hash == link, _GOOD_LINK)
    return connection.execute(statement).scalar()


def use_link(digest: bytes) -> sa.Executable:
    """Use a link up; answers the user id once."""
    statement = sa.update(password_link).where(password_link.c.hash == digest, _GOOD_LINK)
    return statement.values(used=tables.now()).returning(password_link.c.user_id)
