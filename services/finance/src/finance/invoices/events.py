"""The subscriptions that let drafts follow the record of their payer. Issued invoices are a snapshot."""

from __future__ import annotations

from finance.copies.model import PERSON_KINDS
from finance.invoices.payer import follow
from kit.database import Tx
from kit.events import Envelope, Event, Subscription
from staffroom.people.events.v1.events_pb2 import AddressChanged, PersonChanged


def person_changed(tx: Tx, envelope: Envelope) -> None:
    """Follow the copy, which is kept before. A person who goes leaves their name there."""
    said = envelope.payload
    if said["kind"] in PERSON_KINDS and not said["deleted"]:
        follow(tx, said["kind"], said["id"])


def address_changed(tx: Tx, envelope: Envelope) -> None:
    """Follow the copy of the address; of one that was deleted the event may hold no more than its id, and drafts keep
    it until the payer has another."""
    said = envelope.payload
    if said["personKind"] in PERSON_KINDS and not said["deleted"]:
        follow(tx, said["personKind"], said["personId"])


SUBSCRIPTIONS = (
    Subscription(Event.of(PersonChanged), person_changed),
    Subscription(Event.of(AddressChanged), address_changed),
)
