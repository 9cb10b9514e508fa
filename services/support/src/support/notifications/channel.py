"""The open channels of this process: server-sent events of a user's notices.

The table has the notices, and their numbers are the position of a reader; NATS only wakes a channel to read the table.
A lost wake-up therefore delays a notice by seconds and never loses it: an idle channel reads the table before every
ping.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterator

from nats.aio.msg import Msg

from kit.database import database
from kit.errors import Refused, TooMany
from kit.events import Undecodable, decoded, streams
from kit.http.live import event, is_over
from kit.policy import Actor
from kit.telemetry import log
from support.events import NOTIFICATIONS_CHANGED
from support.notifications import queries

_log = log.get(__name__)

PING_EVERY = 15.0
CHECK_EVERY = 1.0
"""Seconds between checks that the session is still active."""
MOST_PER_USER = 10
"""The most open channels of one user in one process: enough for tabs and devices, too few for a leak."""


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

    async def listen(self) -> None:
        """Subscribe to wake-ups as long as the process serves (`kit.http.background`). The client reconnects and
        resubscribes on its own; only the first connection is retried here."""
        while True:
            try:
                client = await streams.connect("support-channel")
            except streams.UNREACHABLE as error:
                _log.warning("channel_waits", error=f"{type(error).__name__}: {error}")
                await asyncio.sleep(1)
                continue
            try:
                streams.raise_if_cancelled()
                await client.subscribe(NOTIFICATIONS_CHANGED.subject, cb=self._receive)
                streams.raise_if_cancelled()
                await asyncio.Event().wait()
            except streams.UNREACHABLE as error:
                _log.warning("channel_waits", error=f"{type(error).__name__}: {error}")
            finally:
                with contextlib.suppress(*streams.UNREACHABLE):
                    await client.close()

    async def _receive(self, message: Msg) -> None:
        try:
            self.wake(decoded(NOTIFICATIONS_CHANGED, message.data).payload["userIds"])
        except Undecodable as error:
            _log.warning("channel_undecodable", error=str(error))


hub = Hub()


async def stream(actor: Actor, after: int | None) -> AsyncIterator[bytes]:
    """The server-sent events of one channel: notices after number `after`, then new ones, and pings while idle.

    Ends when the session ends, the token expires, the process stops or the database is unavailable; the reader
    reconnects with the last number it has.
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
