"""The log of outages: the reason when a dependency becomes unreachable, again while it lasts, and its end."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
import sqlalchemy as sa
from redis import Redis
from structlog.testing import capture_logs

from kit import valkey
from kit.database import Database
from kit.errors import Unavailable
from kit.events import streams
from kit.settings import settings
from kit.telemetry import outages

WRONG = "not-the-password"
Lines = list[Any]


@pytest.fixture(autouse=True)
def nothing_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "_present", {})


@pytest.fixture
def lines() -> Iterator[Lines]:
    with capture_logs() as logged:
        yield logged


def wrong(url: str) -> str:
    """Return an address with the right account and the wrong password."""
    parts = urlsplit(url)
    return parts._replace(netloc=f"{parts.username}:{WRONG}@{parts.hostname}:{parts.port}").geturl()


@contextlib.contextmanager
def opened(url: str) -> Iterator[Callable[[], None]]:
    database = Database(url, 2)
    try:
        yield database.ping
    finally:
        database.dispose()


@pytest.mark.component
def test_wrong_database_password_is_logged_once_and_at_its_end(
    database: Database, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(wrong(settings().database_url)) as ping:
        for _ in range(3):
            with pytest.raises(Unavailable):
                ping()
    [line] = lines
    assert (line["event"], line["log_level"], line["dependency"]) == ("dependency_away", "warning", "database")
    assert "password authentication failed for user" in line["reason"]
    assert WRONG not in str(line)
    with opened(settings().database_url) as ping:
        ping()
        assert len(lines) == 1, "others may still fail"
        monkeypatch.setattr(outages, "_SETTLED", 0)
        ping()
        ping()
    assert [line["event"] for line in lines] == ["dependency_away", "dependency_back"]


@pytest.mark.component
def test_statement_ended_by_the_server_is_not_an_outage(database: Database, lines: Lines) -> None:
    with pytest.raises(Unavailable), database.read() as connection:
        connection.execute(sa.text("set statement_timeout = 1"))
        connection.execute(sa.text("select pg_sleep(1)"))
    assert lines == []


@pytest.mark.component
def test_wrong_valkey_password_is_logged(lines: Lines) -> None:
    client = Redis.from_url(wrong(settings().redis_url))
    for _ in range(2):
        with pytest.raises(Unavailable), valkey.calls():
            client.ping()
    [line] = lines
    assert line["dependency"] == "valkey" and "invalid username-password pair" in line["reason"]


@pytest.mark.component
def test_wrong_nats_password_is_logged(lines: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    """The client retries forever, so nobody else would notice."""

    async def run() -> None:
        connecting = asyncio.create_task(streams.connect("test"))
        async with asyncio.timeout(20):
            while not lines:
                await asyncio.sleep(0.05)
        await asyncio.sleep(1)
        connecting.cancel()
        await asyncio.gather(connecting, return_exceptions=True)

    monkeypatch.setattr(settings(), "nats_url", wrong(settings().nats_url))
    asyncio.run(run())
    [line] = lines
    assert line["dependency"] == "nats" and "Authorization Violation" in line["reason"]


@pytest.mark.component
def test_process_without_nats_stops_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client loses a cancellation at some of its steps, about one in twenty."""

    async def gives_up(after: float) -> bool:
        connecting = asyncio.create_task(streams.connect("test"))
        await asyncio.sleep(after)
        connecting.cancel()
        _, waiting = await asyncio.wait([connecting], timeout=10)
        return not waiting

    async def run() -> list[bool]:
        return await asyncio.gather(*(gives_up(step / 100) for step in range(60)))

    monkeypatch.setattr(settings(), "nats_url", wrong(settings().nats_url))
    assert asyncio.run(run()) == [True] * 60


def test_continuing_outage_is_logged_again(lines: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(outages.time, "monotonic", lambda: now[0])
    for _ in range(61):
        outages.failed("database", "not there\n\tIs it running?")
        now[0] += 10
    outages.works("database")
    logged = [(line["event"], line["seconds"]) for line in lines]
    assert logged == [
        ("dependency_away", 0),
        ("dependency_away", 300),
        ("dependency_away", 600),
        ("dependency_back", 610),
    ]
    assert lines[0]["reason"] == "not there Is it running?"
    outages.works("database")
    assert len(lines) == 4


def test_only_connection_ends_an_outage_at_once(lines: Lines) -> None:
    outages.failed("nats", EOFError())
    outages.works("nats")
    outages.works("nats", is_only=True)
    assert [line["event"] for line in lines] == ["dependency_away", "dependency_back"]
    assert lines[0]["reason"] == "EOFError"
