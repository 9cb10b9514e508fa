"""Events that finance publishes about its invoices, and those about people and organisations that it handles."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from finance.copies.model import organisation, person
from finance.invoices.model import PERSON_KINDS, invoice
from finance.payouts.tutors.events import tutor_changed
from kit import tables
from kit.copies import keep
from kit.db import Tx
from kit.events import Envelope, Event
from kit.subscriptions import Subscription
from staffroom.finance.events.v1.events_pb2 import InvoiceChanged
from staffroom.identity.events.v1.events_pb2 import OrganisationChanged
from staffroom.people.events.v1.events_pb2 import PersonChanged

INVOICE_CHANGED = Event("finance.invoice.changed", InvoiceChanged)
PERSON_CHANGED = Event("people.person.changed", PersonChanged)
ORGANISATION_CHANGED = Event("identity.organisation.changed", OrganisationChanged)


def person_changed(tx: Tx, envelope: Envelope) -> None:
    """Keep the copy, and the name on the invoices of this person. A person who goes leaves their name there."""
    said = envelope.payload
    if said["kind"] == "tutor" and not said["deleted"]:
        tutor_changed(tx, said)
    if said["kind"] not in PERSON_KINDS or said["deleted"]:
        return
    values = {
        "title": said["title"],
        "first_name": said["firstName"],
        "last_name": said["lastName"],
        "email": said["email"],
    }
    kept = insert(person).values(kind=said["kind"], id=said["id"], **values)
    name = tx.scalar(kept.on_conflict_do_update(index_elements=["kind", "id"], set_=values).returning(person.c.name))
    columns = invoice.c
    mine = sa.and_(columns.person_kind == said["kind"], columns.person_id == said["id"], columns.name != name)
    tx.execute(sa.update(invoice).where(mine).values(name=name, **tables.bumped(invoice)))


def organisation_changed(tx: Tx, envelope: Envelope) -> None:
    """Keep the copy that the organisation tabs are drawn from. One that goes leaves its name there."""
    said = envelope.payload
    values = {name: said[name] for name in ("title", "currency", "deleted", "archived")}
    if said["deleted"] and not said["title"]:  # a deletion may say no more than the id
        gone = sa.update(organisation).where(organisation.c.id == said["id"])
        tx.execute(gone.values(deleted=True))
        return
    keep(tx, organisation, {"id": said["id"]}, values)


SUBSCRIPTIONS = (
    Subscription(PERSON_CHANGED, person_changed),
    Subscription(ORGANISATION_CHANGED, organisation_changed),
)
