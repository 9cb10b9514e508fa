"""Presence: the users who have a ticket open or write on it, kept in Valkey for seconds, never in the database."""

from __future__ import annotations

import time
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from kit import valkey
from kit.policy import Actor, Row, staff
from support.tickets import queries

LIFETIME = 25
"""Seconds for which somebody counts as present after their last call; a page calls every ten."""
Writing = Literal["answer", "note"]
_KEY = "support:ticket-presence:"


class _Entry(msgspec.Struct, rename="camel"):
    name: str
    writing: Writing | None
    seen: float


def beat(actor: Actor, ticket_id: int, writing: Writing | None, *, gone: bool) -> list[dict[str, Any]]:
    """Record that the actor has the ticket open, or closed it, and return the others who have it open: `{id, name,
    writing}`.

    Others than staff only learn who writes an answer. Raises Unavailable.
    """
    key, now = f"{_KEY}{ticket_id}", time.time()
    entry = _Entry(name=actor.name, writing=writing, seen=now)
    with valkey.calls():
        pipeline = valkey.client().pipeline()
        if gone:
            pipeline.hdel(key, str(actor.user_id))
        else:
            pipeline.hset(key, str(actor.user_id), msgspec.json.encode(entry))
        pipeline.expire(key, LIFETIME)
        pipeline.hgetall(key)
        stored = pipeline.execute()[-1]
    everybody = {int(user_id): msgspec.json.decode(text, type=_Entry) for user_id, text in stored.items()}
    return [
        {"id": user_id, "name": one.name, "writing": one.writing}
        for user_id, one in sorted(everybody.items(), key=lambda item: item[1].name)
        if user_id != actor.user_id and now - one.seen < LIFETIME and (staff(actor) or one.writing == "answer")
    ]


def state(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, int]:
    """Return what a page compares with the displayed ticket: its version and the number of messages that the actor
    reads."""
    return {"version": row["version"], "messages": queries.count_messages(connection, actor, row["id"])}
