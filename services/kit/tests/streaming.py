"""Events of the toy services over a real stream: helpers to write, relay and apply them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from nats.js.errors import NotFoundError

from kit.database import Database, tables
from kit.events import consumer, relay, streams
from kit.policy import as_service
from kit.settings import settings

STREAM = "STAFFROOM_TOYPUB"


@pytest.fixture(scope="session")
def service(toys_path: list[str]) -> Any:
    from toysub.wiring import service

    return service


@pytest.fixture(autouse=True)
def _empty_stream(database: Database) -> Iterator[None]:
    delete_stream()
    yield


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumer, "_RETRY_DELAYS", (0.01, 0.01, 0.01, 0.01))
    monkeypatch.setattr(consumer, "_BACKOFF_SHORTEST", 0.01)
    monkeypatch.setattr(consumer, "_BACKOFF_LONGEST", 0.05)
    monkeypatch.setattr(consumer, "_WAIT", 0.3)
    monkeypatch.setattr(consumer, "_CHECK_EVERY", 0.3)
    monkeypatch.setattr(consumer, "_REBUILD_PAUSE", 1.0)


def delete_stream() -> None:
    """Lose all messages, like a server without its data."""

    async def remove() -> None:
        client = await streams.connect("test")
        try:
            await client.jetstream().delete_stream(STREAM)
        except NotFoundError:
            pass
        finally:
            await client.close()

    asyncio.run(remove())


def tell(database: Database, *steps: int, note: str = "", subject: str = "", things: int = 1) -> None:
    from toypub.wiring import THING_CHANGED

    with database.transaction(as_service("toypub")) as tx:
        for step in steps:
            thing = 1 + step % things
            tx.publish(THING_CHANGED, thing, {"thingId": thing, "step": step, "note": note})
        if subject:
            tx.execute(sa.update(tables.outbox).values(subject=subject))


def heard(database: Database) -> list[int]:
    with database.read() as connection:
        return list(connection.execute(sa.text("select step from heard order by id")).scalars())


def count(database: Database, table: sa.Table) -> int:
    with database.read() as connection:
        return int(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())


Reached = Callable[[], bool]


async def lock_holder() -> psycopg.AsyncConnection[Any]:
    return await psycopg.AsyncConnection.connect(settings().database_url, autocommit=True)


async def reached(state: Reached, seconds: float = 10, tasks: Sequence[asyncio.Task[Any]] = ()) -> None:
    """Wait for `state`, and fail after `seconds` or with one of `tasks`."""
    deadline = time.monotonic() + seconds
    while not await asyncio.to_thread(state):
        assert time.monotonic() < deadline, f"not reached in {seconds:.0f} s"
        for task in tasks:
            if task.done():
                task.result()
        await asyncio.sleep(0.02)


def run(service: Any, until: Reached, meanwhile: Callable[[Any], Awaitable[None]] | None = None) -> None:
    """Run relay and readers until `until` returns true."""

    async def work() -> None:
        client = await streams.connect("test")
        connection = await lock_holder()
        parts: list[Any] = [relay.Relay("toypub", client, connection)]
        parts += consumer.readers("toysub", service.subscriptions, client)
        tasks = [asyncio.create_task(part.run()) for part in parts]
        try:
            if meanwhile is not None:
                await meanwhile(client)
            await reached(until, 15, tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await client.close()
            await connection.close()

    asyncio.run(work())
