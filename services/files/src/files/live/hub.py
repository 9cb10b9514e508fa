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
from nats.aio.msg import Msg

from files.boards.events import BOARD_CHANGED
from kit.errors import TooMany
from kit.events.listening import Listener, receiver

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
        changed = receiver(BOARD_CHANGED, lambda payload: self.wake(payload["id"]))
        self.listener = Listener("files-live", {SUBJECT: self._receive, BOARD_CHANGED.subject: changed})

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
        await self.listener.publish(SUBJECT, msgspec.json.encode(message))

    async def _receive(self, message: Msg) -> None:
        with contextlib.suppress(msgspec.DecodeError, KeyError, TypeError):
            self._take(msgspec.json.decode(message.data))

    def _take(self, message: dict[str, Any]) -> None:
        cursor = message.get("cursor")
        if cursor is None:
            self.wake(message["board"])
        else:
            self.point(message["board"], cursor)


hub = Hub()
