"""Events: what a service publishes for the others, and what it does with theirs.

`event`, `subscriptions` and `copies` are declarations; the relay publishes the outbox, the consumer runs subscriptions.
"""

from kit.events.copies import Copy, Gone, Payload, or_none, same
from kit.events.event import Envelope, Event, Undecodable, decoded
from kit.events.subscriptions import Handler, Subscription, one_each

__all__ = [
    "Copy", "Envelope", "Event", "Gone", "Handler", "Payload", "Subscription", "Undecodable", "decoded", "one_each",
    "or_none", "same",
]  # fmt: skip
