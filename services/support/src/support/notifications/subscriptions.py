"""Subscriptions to requests for notices, which any service may publish. Support writes its own notices in the
transaction of their cause."""

from kit.database import Tx
from kit.events import Envelope, Event, Subscription
from staffroom.support.events.v1.events_pb2 import NotificationRaised
from support.directory.queries import active_with_role, users_of
from support.kinds.events import PUBLISHERS
from support.notifications.commands import notify
from support.notifications.kinds import Notice


def handle(tx: Tx, envelope: Envelope) -> None:
    """Write the notice for each of its users, once per event."""
    payload = envelope.payload
    texts = {name: payload[name] for name in ("kind", "title", "text", "target")}
    notice = Notice(**texts, details=tuple(payload["details"]))
    by_role = active_with_role(tx.connection, *payload["roleIds"])
    persons = users_of(tx.connection, [(person["kind"], person["id"]) for person in payload["persons"]])
    notify(tx, [*payload["userIds"], *by_role, *persons], notice, envelope.event_id)


SUBSCRIPTIONS = tuple(Subscription(Event.of(NotificationRaised, service), handle) for service in PUBLISHERS)
