"""Subscriptions: the effects of events in a service that hears of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kit.database import Tx
from kit.events.event import Envelope, Event

Handler = Callable[[Tx, Envelope], None]


@dataclass(frozen=True)
class Subscription:
    """A handler: this service's effect when `event` happens.

    `handler(tx, envelope)` writes the effect with `tx` and nothing else: the same transaction notes that the event is
    handled. Events of one publisher arrive one after another, in the order they were published. A handler must bear to
    see an event again after `replay`.
    """

    event: Event
    handler: Handler


def one_each(subscriptions: Iterable[Subscription]) -> list[Subscription]:
    """One subscription for each event. Where several rooms have one, their handlers run in the order given, in one
    transaction."""
    handlers: dict[Event, list[Handler]] = {}
    for subscription in subscriptions:
        handlers.setdefault(subscription.event, []).append(subscription.handler)
    return [Subscription(event, _all(several)) for event, several in handlers.items()]


def _all(handlers: list[Handler]) -> Handler:
    def handle(tx: Tx, envelope: Envelope) -> None:
        for handler in handlers:
            handler(tx, envelope)

    return handle
