"""Server-sent events: their encoding, and the end of their stream."""

from __future__ import annotations

import time
from typing import Any

import msgspec

from kit import context
from kit.actors import Actor
from kit.policy import revocations

_encode = msgspec.json.encode


def event(name: str, data: dict[str, Any], number: int | None = None) -> bytes:
    """Encode a server-sent event; its number is the position from which a reader resumes."""
    head = f"id: {number}\n" if number is not None else ""
    return f"{head}event: {name}\ndata: ".encode() + _encode(data) + b"\n\n"


def is_over(actor: Actor) -> bool:
    """Return whether the process is stopping or the reader's session has ended."""
    return context.stopping.is_set() or actor.expires <= time.time() or revocations.is_revoked(actor.session_id)
