"""Server-sent events of one open board: what was drawn, who is there, what the reader may do."""

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
"""Seconds after which an idle stream reads the tables again: a lost message delays a stroke, and never loses it."""
CHECK_EVERY = 1.0
"""Seconds between checks that the session is still active."""

_encode = msgspec.json.encode


async def stream(actor: Actor, board_id: int, after: int) -> AsyncIterator[bytes]:
    """Yield the events of one stream: `strokes` after number `after`, `board` when its rights or people change,
    `cursor`, and `ping` while idle. `gone` ends it where the reader lost the board.

    It ends with the session, the token, the process, and where the database is away; the reader comes back with the
    last number it has.
    """
    with hub.register(board_id, actor.user_id) as room:
        async for message in _events(actor, room, after):
            yield message


async def _events(actor: Actor, room: Room, after: int) -> AsyncIterator[bytes]:
    position, shown = after, b""
    asked = 0.0
    yield b"retry: 1000\n\n"
    while not is_over(actor):
        room.wake.clear()
        if room.has_news:
            room.has_news, asked = False, time.monotonic()
            try:
                standing, drawn = await asyncio.to_thread(_news, actor, room.board_id, position)
            except NotFound:
                yield event("gone", {})
                return
            except Refused:
                return
            if (text := _encode(standing)) != shown:
                shown = text
                yield event("board", standing)
            if drawn["updates"]:
                position = drawn["number"]
                yield event("strokes", drawn, position)
            room.has_news = room.has_news or drawn["more"]
        for cursor in _cursors(room):
            yield event("cursor", cursor)
        while not (is_over(actor) or room.wake.is_set() or room.has_news):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(room.wake.wait(), CHECK_EVERY)
            if time.monotonic() - asked >= PING_EVERY:
                yield event("ping", {}, position)
                room.has_news = True


def _cursors(room: Room) -> list[dict[str, Any]]:
    cursors, room.cursors = room.cursors, {}
    return list(cursors.values())


def _news(actor: Actor, board_id: int, after: int) -> tuple[dict[str, Any], dict[str, Any]]:
    with database().read() as connection:
        return queries.news(connection, actor, board_id, after)
