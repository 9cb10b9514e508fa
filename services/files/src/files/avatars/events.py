"""Subscriptions of avatars: to the names their initials come from."""

from __future__ import annotations

from files.avatars.model import user_name
from kit.copies import keep
from kit.db import Tx
from kit.events import Envelope, Event
from kit.subscriptions import Subscription
from staffroom.people.events.v1 import events_pb2

PERSON_CHANGED = Event("people.person.changed", events_pb2.PersonChanged)


def person_changed(tx: Tx, envelope: Envelope) -> None:
    """Keep the name of the user the person is; a person without an account has no avatar."""
    payload = envelope.payload
    if not payload["userId"]:
        return
    name = f"{payload['firstName']} {payload['lastName']}".strip()
    keep(tx, user_name, {"user_id": payload["userId"]}, {"name": name})


SUBSCRIPTIONS = (Subscription(PERSON_CHANGED, person_changed),)
