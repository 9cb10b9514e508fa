"""Dead letters: events that failed too often, stored for inspection."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import sqlalchemy as sa

from kit import actors
from kit.database import database, tables
from kit.events.consumer import run_handler
from kit.events.event import Envelope
from kit.events.subscriptions import Subscription
from kit.policy import as_service

_letter = tables.dead_letter


def find_all() -> list[dict[str, Any]]:
    """Return all dead letters, oldest first."""
    with database().read() as connection:
        return [dict(row) for row in connection.execute(sa.select(_letter).order_by(_letter.c.parked)).mappings()]


def deliver(service: str, subscriptions: Sequence[Subscription], event_id: UUID) -> None:
    """Run the handler for a dead letter now, and delete the letter in the same transaction.

    Later events of the same key have already been handled; where that matters, `kit.events.replay` runs all of them in
    order. Raises LookupError for an unknown letter or a subject without a handler here, and any error of the handler.
    """
    with database().transaction(as_service(service)) as tx:
        row = tx.one(sa.delete(_letter).where(_letter.c.event_id == event_id).returning(*_letter.c))
        if row is None:
            raise LookupError(f"no dead letter {event_id}")
        if row["subject"].startswith(f"{service}."):
            names = ("event_id", "subject", "key", "payload", "actor")
            tx.execute(sa.insert(tables.outbox).values({name: row[name] for name in names}))
            return
        subscription = next((one for one in subscriptions if one.event.subject == row["subject"]), None)
        if subscription is None:
            raise LookupError(f"{service} does not subscribe to {row['subject']}")
        envelope = Envelope(
            event_id=row["event_id"],
            subject=row["subject"],
            key=row["key"],
            payload=subscription.event.decoded(row["payload"]),
            actor=actors.actor_from_json(row["actor"]),
            request_id="",
            created=row["parked"],
        )
        run_handler(tx, subscription, envelope)


def drop(service: str, event_id: UUID) -> bool:
    """Delete a dead letter; return False if there is none."""
    with database().transaction(as_service(service)) as tx:
        return tx.execute(sa.delete(_letter).where(_letter.c.event_id == event_id)).rowcount > 0
