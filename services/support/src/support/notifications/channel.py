"""The open channels of this process: server-sent events of a user's notices.

The table holds the notices, and their numbers are a reader's position; NATS only wakes a channel to read the table. A
lost wake-up therefore delays a notice by seconds but never loses it: an idle channel reads the table before every ping.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterator

from kit.database import database
from kit.errors import Refused, TooMany
from kit.events.listening import Listener, receiver
from kit.http.live import event, is_over
from kit.policy import Actor
from support.events import NOTIFICATIONS_CHANGED
from support.notifications import queries

PING_EVERY = 15.0
CHECK_EVERY = 1.0
"""Seconds between checks that the session is still active."""
MOST_PER_USER = 10
"""Maximum number of open channels of one user in one process: enough for tabs and devices, too few for a leak."""


class Hub:
    """Wakes the channels of a user when a message on NATS names them. One per process."""

    def __init__(self) -> None:
        self._open: dict[int, set[asyncio.Event]] = {}

    def check_room(self, user_id: int) -> None:
        """Check that the user may open another channel here. Raises TooMany."""
        if len(self._open.get(user_id, ())) >= MOST_PER_USER:
            raise TooMany("Too many open windows", retry_after=30)

    @contextlib.contextmanager
    def register(self, user_id: int) -> Iterator[asyncio.Event]:
        """Register a channel; the event is set when there may be new notices."""
        wakes = self._open.setdefault(user_id, set())
        wake = asyncio.Event()
        wakes.add(wake)
        try:
            yield wake
        finally:
            wakes.discard(wake)
            if not wakes:
                self._open.pop(user_id, None)

    def wake(self, user_ids: list[int]) -> None:
        for user_id in user_ids:
            for wake in self._open.get(user_id, ()):
                wake.set()


hub = Hub()
receive = receiver(NOTIFICATIONS_CHANGED, lambda payload: hub.wake(payload["userIds"]))
listener = Listener("support-channel", {NOTIFICATIONS_CHANGED.subject: receive})


async def stream(actor: Actor, after: int | None) -> AsyncIterator[bytes]:
    """Yield the server-sent events of one channel: notices after number `after`, then new ones, and pings while idle.

    Ends when the session ends, the token expires, the process stops or the database is unavailable; the reader then
    reconnects with its last number.
    """
    with hub.register(actor.user_id) as wake:
        async for message in _events(actor, wake, after):
            yield message


async def _events(actor: Actor, wake: asyncio.Event, after: int | None) -> AsyncIterator[bytes]:
    position, badge = after, -1
    last_sent = time.monotonic()
    yield b"retry: 2000\n\n"
    while not is_over(actor):
        wake.clear()
        try:
            news = await asyncio.to_thread(_news, actor, position)
        except Refused:
            return
        for notice in news.notices:
            yield event("notification", notice, notice["number"])
            position = notice["number"]
        if not news.notices and (position is None or position > news.last):
            position = news.last
            yield event("ping", {}, position)
        if news.unread != badge:
            badge = news.unread
            yield event("badge", {"unread": badge})
        if len(news.notices) == queries.REPLAY:
            continue
        if news.notices:
            last_sent = time.monotonic()
        while not is_over(actor) and not wake.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(wake.wait(), CHECK_EVERY)
            if time.monotonic() - last_sent >= PING_EVERY:
                yield event("ping", {}, position)
                last_sent = time.monotonic()
                break


def _news(actor: Actor, after: int | None) -> queries.News:
    with database().read() as connection:
        return queries.news(connection, actor, after)
