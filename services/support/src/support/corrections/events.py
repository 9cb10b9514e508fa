"""The subscription to people: a corrected address clears the bounce of the previous one."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database import Tx
from kit.events import Envelope, Event, Subscription
from staffroom.people.events.v1.events_pb2 import PersonChanged
from support.directory.model import person
from support.mail.model import bounced_address

_p, _b = person.c, bounced_address.c


def clear_bounce(tx: Tx, envelope: Envelope) -> None:
    """Clear the bounce of the person's former address, unless somebody else still has it. Runs before the copy of the
    person is written; a repeated event sees the same address and changes nothing."""
    payload = envelope.payload
    if payload["deleted"]:
        return
    this = sa.and_(_p.kind == payload["kind"], _p.id == payload["id"])
    before = tx.scalar(sa.select(sa.func.lower(_p.email)).where(this))
    if not before or before == payload["email"].lower():
        return
    noted = tx.scalar(sa.select(_b.id).where(_b.address == before))
    # rare, so no index serves the search for others with the address
    if noted is None or tx.scalar(sa.select(sa.exists().where(sa.func.lower(_p.email) == before, sa.not_(this)))):
        return
    tx.execute(sa.delete(bounced_address).where(_b.id == noted))


SUBSCRIPTIONS = (Subscription(Event.of(PersonChanged), clear_bounce),)
