"""Slow queries next to quick ones in one web process."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from kit.database import Database, transactions
from kit.http import core, dispatch, fastapi
from kit.policy import public

pytestmark = pytest.mark.component

SLOW_SECONDS = 0.8
SLOW_AT_ONCE = 8


def _query(path: str, statement: str) -> core.Route:
    def answer(_: core.Request) -> core.Answer:
        with transactions.database().read() as connection:
            return core.data(str(connection.exec_driver_sql(statement).scalar()))

    return core.Route("GET", path, public, answer, {"summary": path})


@pytest.fixture
def app(database: Database) -> Iterator[Any]:
    routes = [_query("/slow", f"select pg_sleep({SLOW_SECONDS})"), _query("/quick", "select 1")]
    yield fastapi.application("dispatch", [], routes, {"database": database.ping})


async def _slowest(app: Any, path: str) -> float:
    """Return the seconds of the slowest answer of `path` while slow queries run."""
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as client:
        assert (await client.get("/api/v1/quick")).status_code == 200
        slow = [asyncio.create_task(client.get("/api/v1/slow")) for _ in range(SLOW_AT_ONCE)]
        await asyncio.sleep(0.1)
        waits = []
        while not all(task.done() for task in slow):
            asked = time.monotonic()
            assert (await client.get(path)).status_code == 200
            waits.append(time.monotonic() - asked)
            await asyncio.sleep(0.02)
        assert {task.result().status_code for task in slow} == {200}
        return max(waits)


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_slow_queries_do_not_delay_the_probes(app: Any, path: str) -> None:
    slowest = asyncio.run(_slowest(app, path))
    assert slowest < SLOW_SECONDS / 2, slowest


def test_quick_call_overtakes_slow_ones_that_occupy_every_thread(app: Any) -> None:
    slowest = asyncio.run(_slowest(app, "/api/v1/quick"))
    assert SLOW_AT_ONCE > dispatch.THREADS
    assert slowest < SLOW_SECONDS / 2, slowest


def test_extra_threads_for_slow_calls_end(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Extra threads once remained: with more threads than pooled connections, each further call opened a new
    connection."""

    def count() -> int:
        return sum(thread.name == dispatch.THREAD_NAME for thread in set(threading.enumerate()) - others)

    monkeypatch.setattr(dispatch, "EXTRA_SECONDS", 0.2)
    others, most = set(threading.enumerate()), 0

    async def watched() -> None:
        nonlocal most
        slow = asyncio.create_task(_slowest(app, "/api/v1/quick"))
        while not slow.done():
            most = max(most, count())
            await asyncio.sleep(0.05)
        await slow

    asyncio.run(watched())
    assert most > dispatch.THREADS
    deadline = time.monotonic() + 10
    while count() > dispatch.THREADS and time.monotonic() < deadline:
        time.sleep(0.05)
    assert count() == dispatch.THREADS


def test_granian_accepts_answers_from_worker_threads(
    app: Any, served: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Complete answers do not wake the event loop; if granian changes its protocol, they are sent from the loop."""

    async def from_the_loop(*_: object) -> None:
        raise AssertionError("an answer was sent from the event loop")

    monkeypatch.setattr(dispatch._Call, "send", from_the_loop)
    with served(app) as address, httpx.Client(base_url=address) as client:
        assert [client.get("/api/v1/quick").json() for _ in range(20)] == [{"data": "1"}] * 20
