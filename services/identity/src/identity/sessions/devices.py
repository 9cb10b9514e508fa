"""Browsers that somebody has signed in with, known by a cookie of their own.

Wrong tries of a known device are counted apart from everybody else's: whoever guesses at a user name locks out
strangers, not the person at their own desk. Several users may share a browser; it is known
until their password changes.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets

import sqlalchemy as sa

from identity.accounts.model import known_device
from identity.sessions import rules
from kit.database import Tx, tables

_c = known_device.c
_FRESH = _c.used > sa.func.now() - dt.timedelta(days=rules.DEVICE_DAYS)


def knows(connection: sa.Connection, secret: str, user_id: int) -> bool:  # allow queries-take-the-actor: by secret
    """Whether the user has signed in with this browser."""
    wanted = sa.select(_c.user_id).where(_c.hash == digest(secret), _c.user_id == user_id, _FRESH)
    return bool(secret) and connection.execute(wanted).first() is not None


def remember(tx: Tx, secret: str, user_id: int) -> str:
    """The user has signed in with this browser; its new cookie. What a stranger put there before is worth nothing."""
    renewed = secrets.token_urlsafe(32)
    if secret:
        tx.execute(sa.delete(known_device).where(_c.hash == digest(secret), _c.user_id == user_id))
        tx.execute(sa.update(known_device).where(_c.hash == digest(secret), _FRESH).values(hash=digest(renewed)))
    tx.execute(sa.insert(known_device).values(hash=digest(renewed), user_id=user_id, used=tables.now()))
    latest = sa.select(_c.hash).where(_c.user_id == user_id, _FRESH).order_by(_c.used.desc()).limit(rules.DEVICES)
    tx.execute(sa.delete(known_device).where(_c.user_id == user_id, _c.hash.not_in(latest)))
    return renewed


def forget_all(tx: Tx, user_id: int) -> None:
    """A new password: every browser proves itself again."""
    tx.execute(sa.delete(known_device).where(_c.user_id == user_id))


def digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()
