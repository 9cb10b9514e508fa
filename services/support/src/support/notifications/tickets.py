"""Tickets of event streams. A browser's event stream cannot send an Authorization header, so it opens with a ticket
that an authorised call issues. A ticket is valid once, for half a minute, and stored in Valkey."""

from __future__ import annotations

import hashlib
import secrets

import msgspec

from kit import valkey
from kit.errors import NotSignedIn
from kit.policy import Actor

LIFETIME = 30
"""Lifetime in seconds."""
_KEY = "notification-ticket:"
_LENGTH = 43
USED_UP = "This ticket has been used or has run out"


class _Holder(msgspec.Struct, rename="camel"):
    user_id: int
    session_id: str
    expires: int


def issue(actor: Actor) -> str:
    """Issue a ticket for the caller. Raises Unavailable."""
    ticket = secrets.token_urlsafe(32)
    holder = _Holder(user_id=actor.user_id, session_id=actor.session_id, expires=actor.expires)
    with valkey.calls():
        valkey.client().set(_key(ticket), msgspec.json.encode(holder), ex=LIFETIME)
    return ticket


def redeem(ticket: str) -> Actor:
    """Consume the ticket; returns the actor to whom it was issued. Raises NotSignedIn, Unavailable."""
    if not ticket:
        raise NotSignedIn("Please sign in")
    if len(ticket) != _LENGTH or not ticket.isascii():
        raise NotSignedIn(USED_UP)
    with valkey.calls():
        stored = valkey.client().getdel(_key(ticket))
    if not isinstance(stored, str):
        raise NotSignedIn(USED_UP)
    holder = msgspec.json.decode(stored, type=_Holder)
    return Actor(user_id=holder.user_id, session_id=holder.session_id, expires=holder.expires)


def _key(ticket: str) -> str:
    """Return the key of a ticket, by its hash: every service can list key names, so none may contain a ticket."""
    return _KEY + hashlib.sha256(ticket.encode()).hexdigest()
