"""The events process of a service: relay, consumer and sweeper, supervised, one active per service."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

import psycopg
from nats.aio.client import Client
from psycopg.conninfo import make_conninfo

from kit import telemetry
from kit.database import database
from kit.errors import Refused, Unavailable
from kit.events import Subscription, consumer, streams
from kit.events.relay import Relay
from kit.jobs import sweeper
from kit.processes.workers import BEAT_EVERY, SILENT_AFTER
from kit.settings import settings
from kit.telemetry import log

_log = log.get(__name__)

Connection = psycopg.AsyncConnection[Any]

_LOCK = 7_266_001
"""The advisory lock of the one active events process; each service has a database of its own."""

_AGAIN_SHORTEST, _AGAIN_LONGEST = 0.2, 2.0


class EventsProcess:
    """Runs until told to stop. Where several run for one service, one works and the others wait for its lock."""

    def __init__(self, service: str, subscriptions: Sequence[Subscription]) -> None:
        self.service = service
        self.subscriptions = subscriptions
        self.client: Client | None = None
        self.turned = time.monotonic()

    def alive(self) -> dict[str, bool]:
        """Whether the event loop turns, whatever is away."""
        return {"loop": time.monotonic() - self.turned < SILENT_AFTER}

    async def _turn(self) -> None:
        while True:
            self.turned = time.monotonic()
            await asyncio.sleep(BEAT_EVERY)

    def ready(self) -> dict[str, bool]:
        parts = {"database": True, "events": self.client is not None and self.client.is_connected}
        try:
            database().ping()
        except Refused:
            parts["database"] = False
        return parts

    async def run(self) -> None:
        """Work whenever the database grants the lock; come back from anything."""
        turning = asyncio.create_task(self._turn())
        work = asyncio.create_task(_for_ever("events", self._lead))
        stop = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        await stop.wait()
        turning.cancel()
        work.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await work

    async def _lead(self) -> None:
        self.client = await streams.connected(f"{self.service}-events")
        try:
            async with _sole_leader() as (connection, lead):
                _log.info("events_started")
                parts = [
                    asyncio.create_task(_for_ever("relay", Relay(self.service, self.client, connection).run)),
                    asyncio.create_task(_for_ever("sweeper", lambda: sweeper.run(self.service))),
                    *(
                        asyncio.create_task(_for_ever(f"reader of {reader.publisher}", reader.run))
                        for reader in consumer.readers(self.service, self.subscriptions, self.client)
                    ),
                ]
                try:
                    await lead()
                finally:
                    for part in parts:
                        part.cancel()
                    await asyncio.gather(*parts, return_exceptions=True)
        finally:
            client, self.client = self.client, None
            with contextlib.suppress(*streams.UNREACHABLE):
                await client.close()


async def _for_ever(name: str, run: Callable[[], Awaitable[None]]) -> None:
    """Run a part again whenever it ends, sooner or later as it keeps failing."""
    loop = asyncio.get_running_loop()
    pause = _AGAIN_SHORTEST
    while True:
        streams.heed_cancellation()
        started = loop.time()
        try:
            await run()
        except (*streams.UNREACHABLE, Unavailable, psycopg.OperationalError) as error:
            _log.warning("part_waits", part=name, error=f"{type(error).__name__}: {error}")
        except Exception:
            _log.exception("part_failed", part=name)
        pause = _AGAIN_SHORTEST if loop.time() - started > 10 else min(pause * 2, _AGAIN_LONGEST)
        await asyncio.sleep(pause)


@contextlib.asynccontextmanager
async def _sole_leader() -> AsyncIterator[tuple[Connection, Callable[[], Awaitable[None]]]]:
    """Hold the advisory lock; gives the connection that holds it, and a call that only ends by raising, when the lock
    is lost.

    What a leader that lost it without knowing still does is harmless: its relay cannot read the outbox any more, and
    the position of its readers is locked and compared in each transaction.
    """
    url = make_conninfo(
        settings().database_url, connect_timeout=3, keepalives_idle=5, keepalives_interval=2, keepalives_count=3
    )
    connection = await psycopg.AsyncConnection.connect(url, autocommit=True)
    async with connection:
        while True:
            row = await (await connection.execute("select pg_try_advisory_lock(%s)", (_LOCK,))).fetchone()
            if row and row[0]:
                break
            await asyncio.sleep(0.5)

        async def lead() -> None:
            while True:
                streams.heed_cancellation()
                await asyncio.sleep(1)
                await connection.execute("select 1")

        yield connection, lead


def run_events(service: str, subscriptions: Sequence[Subscription]) -> None:
    """The events process, until SIGTERM."""
    process = EventsProcess(service, subscriptions)
    telemetry.metrics_server(settings().metrics_port, process.ready, process.alive)
    asyncio.run(process.run())
