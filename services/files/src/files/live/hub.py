"""The open streams of this process, woken by messages on NATS.

The tables have what was drawn, and NATS only wakes a stream to read them. Cursors are not stored: they go through NATS
alone, and a lost one is followed by the next.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Any

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg

from files.boards.events import BOARD_CHANGED
from kit.errors import TooMany
from kit.events import Undecodable, decoded, streams
from kit.telemetry import log

_log = log.get(__name__)
SUBJECT = "live.files.board"
"""Messages that no stream of JetStream keeps (`devstack/brokers.py`)."""
MOST_PER_USER = 10
"""The most open streams of one user in one process."""
MOST_CURSORS = 100
"""Cursors that wait in one stream; older ones are dropped for newer ones."""


class Room:
    """One open stream: `wake` is set when there is something to send, `has_news` where the tables have it; `cursors`
    hold those of others by their tabs, for which no table is read."""

    def __init__(self, board_id: int, user_id: int) -> None:
        self.board_id = board_id
        self.user_id = user_id
        self.wake = asyncio.Event()
        self.has_news = True
        self.cursors: dict[str, Any] = {}

    def tell(self) -> None:
        self.has_news = True
        self.wake.set()

    def point(self, cursor: dict[str, Any]) -> None:
        if len(self.cursors) < MOST_CURSORS or cursor["tab"] in self.cursors:
            self.cursors[cursor["tab"]] = cursor
        self.wake.set()


class Hub:
    """The rooms of this process by their boards, and its connection to NATS."""

    def __init__(self) -> None:
        self._rooms: dict[int, set[Room]] = {}
        self._client: Client | None = None

    def check_room(self, user_id: int) -> None:
        """Check that the user may open another stream here. Raises TooMany."""
        mine = sum(room.user_id == user_id for rooms in self._rooms.values() for room in rooms)
        if mine >= MOST_PER_USER:
            raise TooMany("Too many open windows", retry_after=30)

    @contextlib.contextmanager
    def register(self, board_id: int, user_id: int) -> Iterator[Room]:
        """Register a stream for a block."""
        rooms = self._rooms.setdefault(board_id, set())
        room = Room(board_id, user_id)
        rooms.add(room)
        try:
            yield room
        finally:
            rooms.discard(room)
            if not rooms:
                self._rooms.pop(board_id, None)

    def wake(self, board_id: int) -> None:
        for room in self._rooms.get(board_id, ()):
            room.tell()

    def point(self, board_id: int, cursor: dict[str, Any]) -> None:
        """Show a cursor on the open pages of a board."""
        for room in self._rooms.get(board_id, ()):
            room.point(cursor)

    async def publish(self, message: dict[str, Any]) -> None:
        """Tell every process, this one at once: `{board}` for strokes, `{board, cursor}` for a cursor. Without NATS
        others hear of strokes by reading the tables."""
        self._take(message)
        if self._client is not None and self._client.is_connected:
            with contextlib.suppress(*streams.UNREACHABLE):
                await self._client.publish(SUBJECT, msgspec.json.encode(message))

    async def listen(self) -> None:
        """Subscribe as long as the process serves (`kit.http.background`)."""
        while True:
            try:
                client = await streams.connect("files-live")
            except streams.UNREACHABLE as error:
                _log.warning("boards_wait", error=f"{type(error).__name__}: {error}")
                await asyncio.sleep(1)
                continue
            try:
                streams.raise_if_cancelled()
                await client.subscribe(SUBJECT, cb=self._receive)
                await client.subscribe(BOARD_CHANGED.subject, cb=self._receive_change)
                self._client = client
                streams.raise_if_cancelled()
                await asyncio.Event().wait()
            except streams.UNREACHABLE as error:
                _log.warning("boards_wait", error=f"{type(error).__name__}: {error}")
            finally:
                self._client = None
                with contextlib.suppress(*streams.UNREACHABLE):
                    await client.close()

    async def _receive(self, message: Msg) -> None:
        with contextlib.suppress(msgspec.DecodeError, KeyError, TypeError):
            self._take(msgspec.json.decode(message.data))

    async def _receive_change(self, message: Msg) -> None:
        try:
            self.wake(decoded(BOARD_CHANGED, message.data).payload["id"])
        except Undecodable as error:
            _log.warning("board_undecodable", error=str(error))

    def _take(self, message: dict[str, Any]) -> None:
        cursor = message.get("cursor")
        if cursor is None:
            self.wake(message["board"])
        else:
            self.point(message["board"], cursor)


hub = Hub()
