"""Subscription that updates the names of authors and readers."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database import Tx
from kit.events import Envelope, Event, Subscription
from staffroom.identity.events.v1.events_pb2 import UserChanged
from teaching.journal.model import journal_entry, journal_reader

_SHOWN = (
    (journal_entry.c.author_user_id, journal_entry.c.author_name),
    (journal_reader.c.user_id, journal_reader.c.user_name),
)


def user_changed(tx: Tx, envelope: Envelope) -> None:
    """Copy the current name of a user. The name of a deleted user stays."""
    payload = envelope.payload
    if payload["deleted"]:
        return
    for whose, shown in _SHOWN:
        other = sa.update(whose.table).where(whose == payload["id"], shown != payload["name"])
        tx.execute(other.values({shown.name: payload["name"]}))


SUBSCRIPTIONS = (Subscription(Event.of(UserChanged), user_changed),)
