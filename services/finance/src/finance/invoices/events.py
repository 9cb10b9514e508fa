"""The subscription that keeps the name on the invoices of a person."""

from __future__ import annotations

import sqlalchemy as sa

from finance.copies.model import PERSON_KINDS, person
from finance.invoices.model import invoice
from kit.database import Tx, tables
from kit.events import Envelope, Event, Subscription
from staffroom.people.events.v1.events_pb2 import PersonChanged


def person_changed(tx: Tx, envelope: Envelope) -> None:
    """Take over the name of the copy, which is kept before. A person who goes leaves their name there."""
    said = envelope.payload
    if said["kind"] not in PERSON_KINDS or said["deleted"]:
        return
    name = tx.scalar(sa.select(person.c.name).where(person.c.kind == said["kind"], person.c.id == said["id"]))
    columns = invoice.c
    mine = sa.and_(columns.person_kind == said["kind"], columns.person_id == said["id"], columns.name != name)
    tx.execute(sa.update(invoice).where(mine).values(name=name, **tables.version_values(invoice)))


SUBSCRIPTIONS = (Subscription(Event.of(PersonChanged), person_changed),)
