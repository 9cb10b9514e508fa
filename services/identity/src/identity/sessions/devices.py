"""Known devices: browsers in which a user has signed in, recognised by a cookie.

Failed attempts from a known device are counted separately, so an attacker who guesses passwords locks out unknown
devices, not the user at their own desk. Several users may share a browser; it is known to each until their password
changes.
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
_FRESH = _c.used > sa.func.now() - dt.timedelta(seconds=rules.DEVICE_SECONDS)


def knows(connection: sa.Connection, secret: str, user_id: int) -> bool:  # allow queries-take-the-actor: by secret
    """Return whether the user has signed in from this browser."""
    statement = sa.select(_c.user_id).where(_c.hash == digest(secret), _c.user_id == user_id, _FRESH)
    return bool(secret) and connection.execute(statement).first() is not None


def remember(tx: Tx, secret: str, user_id: int) -> str:
    """Remember the browser after a sign-in and return its new cookie. A cookie planted before the sign-in is
    useless."""
    renewed = secrets.token_urlsafe(32)
    if secret:
        tx.execute(sa.delete(known_device).where(_c.hash == digest(secret), _c.user_id == user_id))
        tx.execute(sa.update(known_device).where(_c.hash == digest(secret), _FRESH).values(hash=digest(renewed)))
    tx.execute(sa.insert(known_device).values(hash=digest(renewed), user_id=user_id, used=tables.now()))
    latest = sa.select(_c.hash).where(_c.user_id == user_id, _FRESH).order_by(_c.used.desc()).limit(rules.DEVICES)
    tx.execute(sa.delete(known_device).where(_c.user_id == user_id, _c.hash.not_in(latest)))
    return renewed


def digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()
