"""The live channel of a board: replay, messages, and its end when the reader loses the board."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from files.boards import commands, queries, rules
from files.live import stream as live
from files.live.hub import MOST_PER_USER, hub
from kit.database import Database
from kit.errors import TooMany
from kit.policy import Actor
from services.files.tests.boards.test_boards import SAM, STRANGER, SUE, TUTOR, LiveFor, lesson, strokes, text
from staffroom_testing.plugin import ClientFor

__all__ = ["lesson"]


class Reader:
    """Reads a stream event by event."""

    def __init__(self, who: Actor, board: int, after: int = 0) -> None:
        self.parts: AsyncIterator[bytes] = live.stream(who, board, after)

    async def next(self, wait: float = 5) -> dict[str, Any]:
        part = await asyncio.wait_for(anext(self.parts), wait)
        lines = dict(line.split(": ", 1) for line in part.decode().strip().splitlines())
        return lines | ({"data": msgspec.json.decode(lines["data"])} if "data" in lines else {})

    async def until(self, name: str) -> dict[str, Any]:
        while (event := await self.next()).get("event") != name:
            pass
        return event


def draw(database: Database, who: Actor, board: int, update: bytes) -> int:
    return commands.draw(database, who, board, update, None)[0]


def test_strokes_are_replayed_then_streamed_with_their_numbers(database: Database, lesson: int) -> None:
    _, updates = strokes(3)
    for one in updates[:2]:
        draw(database, SAM, lesson, one)

    async def scenario() -> None:
        reader = Reader(SUE, lesson, 1)
        assert await reader.next() == {"retry": "1000"}
        board = await reader.next()
        assert (board["event"], board["data"]["draws"], board["data"]["locked"]) == ("board", True, False)
        missed = await reader.next()
        assert (missed["event"], missed["id"], len(missed["data"]["updates"])) == ("strokes", "2", 1)
        number = await asyncio.to_thread(draw, database, SAM, lesson, updates[2])
        await hub.publish({"board": lesson})
        news = await reader.next()
        assert (news["id"], news["data"]["number"]) == (str(number), 3)

    asyncio.run(scenario())


def test_lost_message_delays_a_stroke_but_does_not_lose_it(
    database: Database, lesson: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "PING_EVERY", 0.2)
    monkeypatch.setattr(live, "CHECK_EVERY", 0.1)

    async def scenario() -> None:
        reader = Reader(SUE, lesson)
        await reader.until("ping")
        await asyncio.to_thread(draw, database, SAM, lesson, strokes()[1][0])
        assert (await reader.until("strokes"))["id"] == "1"

    asyncio.run(scenario())


def message_of(database: Database, who: Actor, board: int, update: bytes) -> dict[str, Any]:
    """Store an update; returns the message about it."""
    number, version = commands.draw(database, who, board, update, None)
    return {"board": board, "number": number, "version": version, "update": text(update)}


def test_strokes_in_messages_are_shown_without_reading_tables(
    database: Database, lesson: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, updates = strokes(4)
    reads: list[int] = []
    news = queries.news
    monkeypatch.setattr(queries, "news", lambda *given: reads.append(1) or news(*given))

    async def scenario() -> None:
        reader = Reader(SUE, lesson)
        await reader.until("board")
        first, second, third = [await asyncio.to_thread(message_of, database, SAM, lesson, one) for one in updates[:3]]
        for message in (second, third, second, first, first):
            await hub.publish(message)
        shown = [await reader.next() for _ in range(3)]
        assert [one["id"] for one in shown] == ["1", "2", "3"]
        assert [one["data"]["updates"][0]["update"] for one in shown] == [text(one) for one in updates[:3]]
        assert len(reads) == 1
        # a number whose message was lost is read
        await asyncio.to_thread(message_of, database, SAM, lesson, updates[3])
        await hub.publish(await asyncio.to_thread(message_of, database, SAM, lesson, strokes(1, 2)[1][0]))
        missed = await reader.until("strokes")
        assert ([one["number"] for one in missed["data"]["updates"]], len(reads)) == ([4, 5], 2)

    asyncio.run(scenario())


def test_removed_person_gets_no_later_stroke(client: ClientFor, database: Database, lesson: int) -> None:
    members = f"/api/v1/board/{lesson}/members"
    client(TUTOR).post(members, json={"users": [{"id": STRANGER.user_id}]})

    async def scenario() -> None:
        reader = Reader(STRANGER, lesson)
        await reader.until("board")
        client(TUTOR).delete(f"{members}/{STRANGER.user_id}")
        await hub.publish(await asyncio.to_thread(message_of, database, SAM, lesson, strokes()[1][0]))
        assert (await reader.next())["event"] == "gone"

    asyncio.run(scenario())


def test_lock_is_published_and_a_lost_board_ends_the_stream(client: ClientFor, database: Database, lesson: int) -> None:
    client(SAM).post(f"/api/v1/board/{lesson}/join")

    async def scenario() -> None:
        reader = Reader(SAM, lesson)
        assert (await reader.until("board"))["data"]["reason"] == ""
        with database.transaction(TUTOR) as tx:
            commands.lock(tx, lesson, SAM.user_id, True)
        hub.wake(lesson)
        assert (await reader.until("board"))["data"]["reason"] == rules.LOCKED_FOR_YOU
        client(TUTOR).delete(f"/api/v1/board/{lesson}")
        hub.wake(lesson)
        await reader.until("gone")
        with pytest.raises(StopAsyncIteration):
            await reader.next()

    asyncio.run(scenario())


def test_cursors_reach_the_board_and_are_not_stored(live: LiveFor, lesson: int) -> None:
    async def scenario() -> None:
        reader, other = Reader(SUE, lesson), Reader(SUE, lesson + 1)
        await reader.until("board")
        sent = {"tab": "t1", "page": "p1", "x": 4.5, "y": 6, "kind": "laser"}
        answer = await asyncio.to_thread(live(SAM).post, f"/api/v1/board/{lesson}/cursor", json=sent)
        assert answer.status_code == 200, answer.text
        await hub.publish({"board": lesson, "cursor": {"tab": "t2", "name": "Sam Student", **sent, "user": 24}})
        cursor = (await reader.until("cursor"))["data"]
        assert (cursor["name"], cursor["x"], cursor["kind"]) == ("Sam Student", 4.5, "laser")
        assert (await other.until("gone"))["data"] == {}

    asyncio.run(scenario())


def test_user_has_a_limited_number_of_streams(lesson: int) -> None:
    import contextlib

    with contextlib.ExitStack() as stack:
        for _ in range(MOST_PER_USER):
            hub.check_room(24)
            stack.enter_context(hub.register(lesson, 24))
        with pytest.raises(TooMany):
            hub.check_room(24)
    hub.check_room(24)
