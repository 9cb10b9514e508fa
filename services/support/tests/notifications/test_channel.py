"""The channel: opened with a ticket, it replays the gap, streams new notices and ends with the session."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import datetime as dt
import os
import time
import uuid
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from kit import context, valkey
from kit.database import Database
from kit.errors import NotSignedIn, TooMany
from kit.events import Envelope
from kit.http import background
from kit.policy import Actor, as_service, revocations
from services.support.tests.builders import STAFF
from staffroom_testing.plugin import ClientFor
from support.events import NOTIFICATIONS_CHANGED
from support.notifications import channel, queries, tickets
from support.notifications.commands import Notice, mark_read, notify

URL = "/api/v1/notifications"
needs_valkey = pytest.mark.skipif(
    "127.0.0.1:1/" in os.environ.get("STAFFROOM_REDIS_URL", "127.0.0.1:1/"), reason="there is no Valkey here"
)


@pytest.fixture(autouse=True)
def no_old_clients() -> None:
    valkey.client.cache_clear()


def send_notice(database: Database, title: str, user_id: int = 11) -> None:
    with database.transaction(as_service("support")) as tx:
        notify(tx, [user_id], Notice(kind="test", title=title, text="", target="/"))


class Reader:
    """Reads a channel event by event."""

    def __init__(self, actor: Actor, after: int | None) -> None:
        self.parts: AsyncIterator[bytes] = channel.stream(actor, after)

    async def next(self, wait: float = 3) -> dict[str, Any]:
        part = await asyncio.wait_for(anext(self.parts), wait)
        lines = dict(line.split(": ", 1) for line in part.decode().strip().splitlines())
        return lines | ({"data": msgspec.json.decode(lines["data"])} if "data" in lines else {})

    async def ends(self, wait: float = 4) -> bool:
        try:
            while True:
                await self.next(wait)
        except StopAsyncIteration:
            return True


@needs_valkey
class TestTickets:
    def test_ticket_is_valid_once_for_its_owner(self, database: Database, client: ClientFor) -> None:
        answer = client(STAFF).post(f"{URL}/ticket").json()["data"]
        assert answer["expiresIn"] == 30
        holder = tickets.redeem(answer["ticket"])
        assert (holder.user_id, holder.session_id, holder.expires) == (11, STAFF.session_id, STAFF.expires)
        assert not holder.roles
        with pytest.raises(NotSignedIn):
            tickets.redeem(answer["ticket"])

    def test_expired_ticket_is_refused(self, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(tickets, "LIFETIME", 1)
        ticket = tickets.issue(STAFF)
        time.sleep(1.2)
        with pytest.raises(NotSignedIn):
            tickets.redeem(ticket)

    def test_stream_without_a_ticket_is_401(self, client: ClientFor) -> None:
        answer = client(None).get(f"{URL}/stream")
        assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")
        assert answer.json()["error"] == "Please sign in"

    @pytest.mark.parametrize("ticket", ["", "x", "a" * 500, "a" * 43, "ä" * 43, "*", "\x00" * 43])
    def test_forged_ticket_opens_nothing(self, database: Database, client: ClientFor, ticket: str) -> None:
        answer = client(STAFF).get(f"{URL}/stream", params={"ticket": ticket})
        assert answer.status_code == 401
        assert answer.headers["content-type"] == "application/json"

    def test_invalid_number_is_refused(self, database: Database, client: ClientFor) -> None:
        answer = client(STAFF).get(f"{URL}/stream", params={"ticket": "x"}, headers={"Last-Event-ID": "one"})
        assert answer.status_code == 422


def test_ticket_without_valkey_is_503(client: ClientFor, monkeypatch: pytest.MonkeyPatch) -> None:
    from redis import Redis

    monkeypatch.setattr(valkey, "client", lambda: Redis(host="127.0.0.1", port=1, socket_connect_timeout=0.2))
    answer = client(STAFF).post(f"{URL}/ticket")
    assert answer.status_code == 503 and answer.headers["Retry-After"]


class TestStream:
    def test_gap_precedes_the_badge_and_new_notices(self, database: Database) -> None:
        for title in ("one", "two", "three"):
            send_notice(database, title)

        async def scenario() -> None:
            reader = Reader(STAFF, 1)
            assert await reader.next() == {"retry": "2000"}
            for number, title in ((2, "two"), (3, "three")):
                event = await reader.next()
                assert (event["id"], event["event"], event["data"]["title"]) == (str(number), "notification", title)
            badge = await reader.next()
            assert (badge["event"], badge["data"]) == ("badge", {"unread": 3}) and "id" not in badge
            await asyncio.to_thread(send_notice, database, "four")
            channel.hub.wake([11])
            assert (await reader.next())["data"]["title"] == "four"
            assert (await reader.next())["data"] == {"unread": 4}
            with database.transaction(STAFF) as tx:
                mark_read(tx, 1)
            channel.hub.wake([11])
            assert (await reader.next())["data"] == {"unread": 3}

        asyncio.run(scenario())

    def test_first_connection_gets_the_current_number(self, database: Database) -> None:
        send_notice(database, "old")

        async def scenario() -> None:
            reader = Reader(STAFF, None)
            await reader.next()
            assert await reader.next() == {"id": "1", "event": "ping", "data": {}}
            assert (await reader.next())["data"] == {"unread": 1}

        asyncio.run(scenario())

    def test_lost_wake_up_only_delays_the_notice(self, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(channel, "PING_EVERY", 0.3)
        monkeypatch.setattr(channel, "CHECK_EVERY", 0.1)

        async def scenario() -> None:
            reader = Reader(STAFF, 0)
            seen = [await reader.next() for _ in range(2)]
            await asyncio.to_thread(send_notice, database, "unheard")
            while seen[-1].get("event") != "notification":
                seen.append(await reader.next())
            assert seen[-1]["data"]["title"] == "unheard"
            assert any(event.get("event") == "ping" for event in seen)

        asyncio.run(scenario())

    def test_long_gap_is_replayed_completely(self, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
        for number in range(7):
            send_notice(database, str(number))
        monkeypatch.setattr(queries, "REPLAY", 3)
        monkeypatch.setattr(queries, "_after", queries._after.limit(3))

        async def scenario() -> None:
            reader = Reader(STAFF, 0)
            numbers: list[int] = []
            while len(numbers) < 7:
                event = await reader.next()
                if event.get("event") == "notification":
                    numbers.append(event["data"]["number"])
            assert numbers == [1, 2, 3, 4, 5, 6, 7]

        asyncio.run(scenario())

    def test_stream_ends_with_the_session(self, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(channel, "CHECK_EVERY", 0.05)
        one = dataclasses.replace(STAFF, session_id="to be revoked")

        async def scenario() -> None:
            reader = Reader(one, None)
            for _ in range(3):
                await reader.next()
            revocations._note("to be revoked")
            assert await reader.ends()

        asyncio.run(scenario())
        assert 11 not in channel.hub._open

    def test_stream_ends_with_the_token(self, database: Database) -> None:
        brief = dataclasses.replace(STAFF, expires=int(time.time()) + 1)

        async def scenario() -> None:
            assert await Reader(brief, None).ends()

        asyncio.run(scenario())

    def test_stream_ends_with_the_process(self, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
        async def scenario() -> None:
            reader = Reader(STAFF, None)
            for _ in range(3):
                await reader.next()
            context.stopping.set()
            assert await reader.ends()

        try:
            asyncio.run(scenario())
        finally:
            context.stopping.clear()

    def test_user_has_a_limited_number_of_channels(self, database: Database) -> None:
        with pytest.raises(TooMany), contextlib.ExitStack() as open_places:
            for _ in range(channel.MOST_PER_USER):
                open_places.enter_context(channel.hub.register(11))
            channel.hub.check_room(12)
            channel.hub.check_room(11)


def test_nats_connection_is_closed_before_the_process_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    class Client:
        async def subscribe(self, subject: str, cb: object) -> None:
            calls.append(f"listens to {subject}")

        async def close(self) -> None:
            await asyncio.sleep(0.1)
            calls.append("closed")

    async def connected(name: str) -> Client:
        return Client()

    async def scenario() -> None:
        async with background.running([channel.listener.run]):
            while not calls:
                await asyncio.sleep(0.01)

    monkeypatch.setattr("kit.events.streams.connect", connected)
    asyncio.run(scenario())
    assert calls == ["listens to support.notification.changed", "closed"]


def test_nats_wakes_the_users_named_by_an_event() -> None:
    async def scenario() -> None:
        with channel.hub.register(11) as mine, channel.hub.register(12) as other:
            envelope = Envelope(
                event_id=uuid.uuid4(),
                subject=NOTIFICATIONS_CHANGED.subject,
                key="11",
                payload={"userIds": [11]},
                actor=as_service("support"),
                request_id="",
                created=dt.datetime.now(dt.UTC),
            )

            class Message:
                data = envelope.encoded()

            await channel.receive(Message())  # type: ignore[arg-type]
            assert mine.is_set() and not other.is_set()
            Message.data = b"rubbish"
            await channel.receive(Message())  # type: ignore[arg-type]

    asyncio.run(scenario())
