"""The subscriptions that let drafts follow the record of their payer. Issued invoices are a snapshot."""

from __future__ import annotations

from finance.copies.model import PERSON_KINDS
from finance.invoices.payer import follow
from kit.database import Tx
from kit.events import Envelope, Event, Subscription
from staffroom.people.events.v1.events_pb2 import AddressChanged, PersonChanged


def person_changed(tx: Tx, envelope: Envelope) -> None:
    """Follow the copy, which is kept before. A person who goes leaves their name there."""
    payload = envelope.payload
    if payload["kind"] in PERSON_KINDS and not payload["deleted"]:
        follow(tx, payload["kind"], payload["id"])


def address_changed(tx: Tx, envelope: Envelope) -> None:
    """Follow the copy of the address; of one that was deleted the event may hold no more than its id, and drafts keep
    it until the payer has another."""
    payload = envelope.payload
    if payload["personKind"] in PERSON_KINDS and not payload["deleted"]:
        follow(tx, payload["personKind"], payload["personId"])


SUBSCRIPTIONS = (
    Subscription(Event.of(PersonChanged), person_changed),
    Subscription(Event.of(AddressChanged), address_changed),
)
