"""Subscriptions that make drafts follow their payer's record. Issued invoices are snapshots."""

from __future__ import annotations

from finance.copies.model import PERSON_KINDS
from finance.invoices.payer import follow
from kit.database import Tx
from kit.events import Envelope, Event, Subscription
from staffroom.people.events.v1.events_pb2 import AddressChanged, PersonChanged


def person_changed(tx: Tx, envelope: Envelope) -> None:
    """Update drafts from the read copy, which is written first. A deleted person's name stays on them."""
    payload = envelope.payload
    if payload["kind"] in PERSON_KINDS and not payload["deleted"]:
        follow(tx, payload["kind"], payload["id"])


def address_changed(tx: Tx, envelope: Envelope) -> None:
    """Update drafts from the read copy of the address. The event of a deleted address may hold only its id; drafts keep
    the address until the payer has another."""
    payload = envelope.payload
    if payload["personKind"] in PERSON_KINDS and not payload["deleted"]:
        follow(tx, payload["personKind"], payload["personId"])


SUBSCRIPTIONS = (
    Subscription(Event.of(PersonChanged), person_changed),
    Subscription(Event.of(AddressChanged), address_changed),
)
