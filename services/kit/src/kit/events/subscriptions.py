"""Subscriptions: the effects of events in a service."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kit.database import Tx
from kit.events.event import Envelope, Event

Handler = Callable[[Tx, Envelope], None]


@dataclass(frozen=True)
class Subscription:
    """A handler of `event` in this service.

    `handler(tx, envelope)` writes the effect through `tx` alone: the same transaction marks the event as handled.
    Events of one publisher arrive one at a time, in the order of publication. A handler must be idempotent, because of
    `replay`.
    """

    event: Event
    handler: Handler


def merge_by_event(subscriptions: Iterable[Subscription]) -> list[Subscription]:
    """Return one subscription for each event. Handlers of several rooms run in the given order, in one transaction."""
    handlers: dict[Event, list[Handler]] = {}
    for subscription in subscriptions:
        handlers.setdefault(subscription.event, []).append(subscription.handler)
    return [Subscription(event, _run_all(handlers_of_event)) for event, handlers_of_event in handlers.items()]


def _run_all(handlers: list[Handler]) -> Handler:
    def handle(tx: Tx, envelope: Envelope) -> None:
        for handler in handlers:
            handler(tx, envelope)

    return handle
