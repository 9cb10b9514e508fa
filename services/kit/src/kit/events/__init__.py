"""Events: those that a service publishes, and the effects of those that it subscribes to.

`event`, `subscriptions` and `copies` are declarations; the relay publishes the outbox, the consumer runs subscriptions.
"""

from kit.events.copies import Copy, Gone, Payload, or_none, person_name, same
from kit.events.event import Envelope, Event, Undecodable, decoded
from kit.events.subscriptions import Handler, Subscription, merge_by_event

__all__ = [
    "Copy",
    "Envelope",
    "Event",
    "Gone",
    "Handler",
    "Payload",
    "Subscription",
    "Undecodable",
    "decoded",
    "merge_by_event",
    "or_none",
    "person_name",
    "same",
]
