"""The open channels of this process.

The table says what there is to tell, the numbers say what was told; NATS only says when to look. A wake-up that gets
lost therefore costs seconds, never a notice: an idle channel looks at the table before every ping.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import msgspec
from nats.aio.msg import Msg

from kit import context
from kit.database import database
from kit.errors import Refused, TooMany
from kit.events import Undecodable, decoded, streams
from kit.policy import Actor, revocations
from kit.telemetry import log
from support.events import NOTIFICATIONS_CHANGED
from support.notifications import queries

_log = log.get(__name__)

PING_EVERY = 15.0
CHECK_EVERY = 1.0
"""Seconds between looks whether the session was ended."""
MOST_PER_USER = 10
"""Open channels of one user in one process: tabs and devices, not a leak."""

_encode = msgspec.json.encode


class Hub:
    """Wakes the channels of a user when NATS says that there is news for them. One a process."""

    def __init__(self) -> None:
        self._open: dict[int, set[asyncio.Event]] = {}

    def check_room(self, user_id: int) -> None:
        """Whether the user may open another channel here. Raises TooMany."""
        if len(self._open.get(user_id, ())) >= MOST_PER_USER:
            raise TooMany("Too many open windows", retry_after=30)

    @contextlib.contextmanager
    def place(self, user_id: int) -> Iterator[asyncio.Event]:
        """A place in the hub; the event is set when there may be news."""
        places = self._open.setdefault(user_id, set())
        wake = asyncio.Event()
        places.add(wake)
        try:
            yield wake
        finally:
            places.discard(wake)
            if not places:
                self._open.pop(user_id, None)

    def wake(self, user_ids: list[int]) -> None:
        for user_id in user_ids:
            for place in self._open.get(user_id, ()):
                place.set()

    async def listen(self) -> None:
        """Hear of news as long as the process serves (`kit.http.background`). The client comes back by itself and
        subscribes again; only the first try is ours."""
        while True:
            try:
                client = await streams.connected("support-channel")
            except streams.UNREACHABLE as error:
                _log.warning("channel_waits", error=f"{type(error).__name__}: {error}")
                await asyncio.sleep(1)
                continue
            try:
                streams.heed_cancellation()
                await client.subscribe(NOTIFICATIONS_CHANGED.subject, cb=self._heard)
                streams.heed_cancellation()
                await asyncio.Event().wait()
            except streams.UNREACHABLE as error:
                _log.warning("channel_waits", error=f"{type(error).__name__}: {error}")
            finally:
                with contextlib.suppress(*streams.UNREACHABLE):
                    await client.close()

    async def _heard(self, message: Msg) -> None:
        try:
            self.wake(decoded(NOTIFICATIONS_CHANGED, message.data).payload["userIds"])
        except Undecodable as error:
            _log.warning("channel_undecodable", error=str(error))


hub = Hub()


async def told(actor: Actor, after: int | None) -> AsyncIterator[bytes]:
    """The server-sent events of one channel: the gap after number `after`, then what happens, a ping when nothing does.

    Ends when the session ends, the token runs out, the process stops or the database is away; the reader comes back
    with the last number it saw.
    """
    with hub.place(actor.user_id) as wake:
        async for part in _told(actor, wake, after):
            yield part


async def _told(actor: Actor, wake: asyncio.Event, after: int | None) -> AsyncIterator[bytes]:
    position, badge = after, -1
    heard = time.monotonic()
    yield b"retry: 2000\n\n"
    while not _ended(actor):
        wake.clear()
        try:
            found = await asyncio.to_thread(_news, actor, position)
        except Refused:
            return
        for notice in found.notices:
            yield event("notification", notice, notice["number"])
            position = notice["number"]
        if not found.notices and (position is None or position > found.last):
            position = found.last
            yield event("ping", {}, position)
        if found.unread != badge:
            badge = found.unread
            yield event("badge", {"unread": badge})
        if len(found.notices) == queries.REPLAY:
            continue
        if found.notices:
            heard = time.monotonic()
        while not _ended(actor) and not wake.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(wake.wait(), CHECK_EVERY)
            if time.monotonic() - heard >= PING_EVERY:
                yield event("ping", {}, position)
                heard = time.monotonic()
                break


def _ended(actor: Actor) -> bool:
    return context.stopping.is_set() or actor.expires <= time.time() or revocations.is_revoked(actor.session_id)


def _news(actor: Actor, after: int | None) -> queries.News:
    with database().read() as connection:
        return queries.news(connection, actor, after)


def event(name: str, data: dict[str, Any], number: int | None = None) -> bytes:
    """One server-sent event; with a number, the reader can come back from there."""
    head = f"id: {number}\n" if number is not None else ""
    return f"{head}event: {name}\ndata: ".encode() + _encode(data) + b"\n\n"
