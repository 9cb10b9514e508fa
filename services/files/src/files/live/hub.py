"""The open streams of this process, woken by messages on NATS.

The tables hold the drawing. A message on NATS brings a stroke after it was stored, so that open pages need not read the
tables; a page that misses a number reads them. Cursors are not stored: they only go through NATS, and a lost one is
followed by the next.
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
from kit.http.live import event

SUBJECT = "live.files.board"
"""Messages that no stream of JetStream keeps (`devstack/stack/brokers.py`)."""
MOST_PER_USER = 10
"""Maximum number of open streams of one user in one process."""
MOST_CURSORS = 100
"""Cursors that wait in one stream; newer ones displace older ones."""
MOST_STROKES = 200
"""Updates that wait in one stream; beyond that it reads the tables."""
LONGEST_MESSAGE = 100_000
"""Characters of an update that goes through NATS; longer ones are read from the tables."""


class Room:
    """One open stream: `wake` is set when there is something to send, `has_news` when the tables have it.

    `version` is the version of the board when the reader's rights were read, none before. `strokes` hold the events of
    updates by number, `cursors` those of others by tab; neither needs the tables.
    """

    def __init__(self, board_id: int, user_id: int) -> None:
        self.board_id = board_id
        self.user_id = user_id
        self.wake = asyncio.Event()
        self.has_news = True
        self.version: int | None = None
        self.strokes: dict[int, bytes] = {}
        self.cursors: dict[str, Any] = {}

    def tell(self) -> None:
        self.has_news = True
        self.wake.set()

    def show(self, number: int, version: int, shown: bytes) -> None:
        """Accept an update that was stored while the board had this version. A new version may have changed the rights,
        so an update of another version is read from the tables."""
        if version != self.version or len(self.strokes) >= MOST_STROKES:
            self.strokes.clear()
            self.tell()
        else:
            self.strokes[number] = shown
            self.wake.set()

    def point(self, cursor: dict[str, Any]) -> None:
        if len(self.cursors) < MOST_CURSORS or cursor["tab"] in self.cursors:
            self.cursors[cursor["tab"]] = cursor
        self.wake.set()


class Hub:
    """The rooms of this process by board, and its connection to NATS."""

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

    def has(self, board_id: int, user_id: int) -> bool:
        """Return whether the user has a board open here whose rights were read."""
        return any(room.user_id == user_id and room.version is not None for room in self._rooms.get(board_id, ()))

    async def publish(self, message: dict[str, Any]) -> None:
        """Publish to every process, and directly to this one: `{board, number, version, update}` for strokes, `{board}`
        if they must be read from the tables, `{board, cursor}` for a cursor. Without NATS other processes find
        strokes by reading the tables."""
        if len(message.get("update", "")) > LONGEST_MESSAGE:
            message = {"board": message["board"]}
        self._take(message)
        await self.listener.publish(SUBJECT, msgspec.json.encode(message))

    async def _receive(self, message: Msg) -> None:
        with contextlib.suppress(msgspec.DecodeError, KeyError, TypeError):
            self._take(msgspec.json.decode(message.data))

    def _take(self, message: dict[str, Any]) -> None:
        board_id = message["board"]
        if "cursor" in message:
            self.point(board_id, message["cursor"])
        elif "number" not in message:
            self.wake(board_id)
        elif rooms := self._rooms.get(board_id):
            number, version = message["number"], message["version"]
            updates = [{"number": number, "update": message["update"]}]
            shown = event("strokes", {"updates": updates, "number": number, "more": False}, number)
            for room in rooms:
                room.show(number, version, shown)


hub = Hub()
