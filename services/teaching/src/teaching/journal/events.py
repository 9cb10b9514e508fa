"""Subscription that keeps the present names of authors and readers."""

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
    """Show the name that a user has now. A deleted user leaves theirs."""
    said = envelope.payload
    if said["deleted"]:
        return
    for whose, shown in _SHOWN:
        other = sa.update(whose.table).where(whose == said["id"], shown != said["name"])
        tx.execute(other.values({shown.name: said["name"]}))


SUBSCRIPTIONS = (Subscription(Event.of(UserChanged), user_changed),)
