"""Server-sent events of one open board: strokes, presence, and the reader's rights."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from typing import Any

import msgspec

from files.boards import queries
from files.live.hub import Room, hub
from kit.database import database
from kit.errors import NotFound, Refused
from kit.http.live import event, is_over
from kit.policy import Actor

PING_EVERY = 5.0
"""Seconds after which an idle stream reads the tables again: a lost message delays a stroke, but never loses it."""
CHECK_EVERY = 1.0
"""Seconds between checks that the session is still active."""
GAP = 0.1
"""Seconds for which a stream waits for a skipped update before it reads the tables."""

_encode = msgspec.json.encode


async def stream(actor: Actor, board_id: int, after: int) -> AsyncIterator[bytes]:
    """Yield the events of one stream: `strokes` after number `after`, `board` when its rights or people change,
    `cursor`, and `ping` while idle. `gone` ends it if the reader lost the board.

    It ends with the session, the token or the process, and when the database is unavailable; the reader then reconnects
    with its last number.
    """
    with hub.register(board_id, actor.user_id) as room:
        async for message in _events(actor, room, after):
            yield message


async def _events(actor: Actor, room: Room, after: int) -> AsyncIterator[bytes]:
    position, shown = after, b""
    asked = skipped = 0.0
    yield b"retry: 1000\n\n"
    while not is_over(actor):
        room.wake.clear()
        if room.has_news:
            room.has_news, asked, skipped = False, time.monotonic(), 0.0
            try:
                standing, drawn, version = await asyncio.to_thread(_news, actor, room.board_id, position)
            except NotFound:
                yield event("gone", {})
                return
            except Refused:
                return
            room.version = version
            if (text := _encode(standing)) != shown:
                shown = text
                yield event("board", standing)
            if drawn["updates"]:
                position = drawn["number"]
                yield event("strokes", drawn, position)
            room.has_news = room.has_news or drawn["more"]
        for stroke in _following(room, position):
            position += 1
            yield stroke
        for cursor in _cursors(room):
            yield event("cursor", cursor)
        skipped = (skipped or time.monotonic()) if room.strokes else 0.0
        while not is_over(actor):
            now = time.monotonic()
            if now - asked >= PING_EVERY:
                yield event("ping", {}, position)
                room.has_news = True
            if skipped and now - skipped >= GAP:
                room.has_news = True
            if room.has_news or room.wake.is_set():
                break
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(room.wake.wait(), GAP if skipped else CHECK_EVERY)


def _following(room: Room, position: int) -> list[bytes]:
    """Take out the updates that follow a number without a gap. Later numbers wait, earlier ones are dropped."""
    for number in [one for one in room.strokes if one <= position]:
        del room.strokes[number]
    following = []
    while (stroke := room.strokes.pop(position + 1, None)) is not None:
        following.append(stroke)
        position += 1
    return following


def _cursors(room: Room) -> list[dict[str, Any]]:
    cursors, room.cursors = room.cursors, {}
    return list(cursors.values())


def _news(actor: Actor, board_id: int, after: int) -> tuple[dict[str, Any], dict[str, Any], int]:
    with database().read() as connection:
        return queries.news(connection, actor, board_id, after)
