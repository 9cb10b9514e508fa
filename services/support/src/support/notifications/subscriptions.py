"""Subscriptions to requests for notices: any service may ask."""

from kit.database import Tx
from kit.events import Envelope, Event, Subscription
from staffroom.support.events.v1.events_pb2 import NotificationRaised
from support.directory.queries import active_with_role, users_of
from support.notifications.commands import Notice, notify

PUBLISHERS = ("identity", "people", "teaching", "finance", "files")
"""Support itself writes its notices in the transaction that causes them."""


def keep(tx: Tx, envelope: Envelope) -> None:
    """Give the notice to each user it is for, once an event."""
    told = envelope.payload
    notice = Notice(kind=told["kind"], title=told["title"], text=told["text"], target=told["target"])
    roles = active_with_role(tx.connection, *told["roleIds"])
    persons = users_of(tx.connection, [(one["kind"], one["id"]) for one in told["persons"]])
    notify(tx, [*told["userIds"], *roles, *persons], notice, envelope.event_id)


SUBSCRIPTIONS = tuple(Subscription(Event.of(NotificationRaised, service), keep) for service in PUBLISHERS)
