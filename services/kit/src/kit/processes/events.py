"""The events process of a service: supervises relay, consumer, sweeper and schedules; one is active for each
service."""

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
from kit.events.restream import LEADER_LOCK, try_lock
from kit.jobs import Schedule, enqueue_due, sweeper
from kit.processes.workers import BEAT_EVERY, SILENT_AFTER
from kit.settings import settings
from kit.telemetry import log, outages

_log = log.get(__name__)

Connection = psycopg.AsyncConnection[Any]

_SCHEDULES_EVERY = 5.0
"""Seconds between two checks for due schedules."""

_RESTART_SHORTEST, _RESTART_LONGEST = 0.2, 2.0


class EventsProcess:
    """Runs until it is stopped. If a service has several such processes, one is the leader and the
    others wait for its lock."""

    def __init__(
        self,
        service: str,
        subscriptions: Sequence[Subscription],
        schedules: Sequence[Schedule],
        declare: Callable[[], object] | None = None,
    ) -> None:
        self.service = service
        self.subscriptions = subscriptions
        self.schedules = schedules
        self.declare = declare
        self.client: Client | None = None
        self.last_beat = time.monotonic()

    def alive(self) -> dict[str, bool]:
        """Return whether the event loop runs, regardless of unavailable dependencies."""
        return {"loop": time.monotonic() - self.last_beat < SILENT_AFTER}

    async def _beat(self) -> None:
        while True:
            self.last_beat = time.monotonic()
            await asyncio.sleep(BEAT_EVERY)

    def ready(self) -> dict[str, bool]:
        states = {"database": True, "events": self.client is not None and self.client.is_connected}
        try:
            database().ping()
        except Refused:
            states["database"] = False
        return states

    async def run(self) -> None:
        """Lead whenever the database grants the lock, and recover from any error, until SIGTERM or SIGINT."""
        heartbeat = asyncio.create_task(self._beat())
        work = asyncio.create_task(_supervise("events", self._lead))
        stop = asyncio.Event()
        for signal_number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(signal_number, stop.set)
        await stop.wait()
        heartbeat.cancel()
        work.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await work

    async def _lead(self) -> None:
        self.client = await streams.connect(f"{self.service}-events")
        try:
            async with _sole_leader() as (connection, hold_lock):
                _log.info("events_started")
                if self.declare is not None:
                    await asyncio.to_thread(self.declare)
                tasks = [
                    asyncio.create_task(_supervise("relay", Relay(self.service, self.client, connection).run)),
                    asyncio.create_task(_supervise("sweeper", lambda: sweeper.run(self.service))),
                    asyncio.create_task(_supervise("schedules", self._enqueue_due)),
                    *(
                        asyncio.create_task(_supervise(f"reader of {reader.publisher}", reader.run))
                        for reader in consumer.readers(self.service, self.subscriptions, self.client)
                    ),
                ]
                try:
                    await hold_lock()
                finally:
                    for task in tasks:
                        task.cancel()
                    await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            client, self.client = self.client, None
            with contextlib.suppress(*streams.UNREACHABLE):
                await client.close()

    async def _enqueue_due(self) -> None:
        while True:
            await asyncio.to_thread(enqueue_due, self.service, self.schedules)
            await asyncio.sleep(_SCHEDULES_EVERY)


async def _supervise(name: str, run: Callable[[], Awaitable[None]]) -> None:
    """Restart a task whenever it ends, with backoff while it keeps failing."""
    loop = asyncio.get_running_loop()
    pause = _RESTART_SHORTEST
    while True:
        streams.raise_if_cancelled()
        started = loop.time()
        try:
            await run()
        except Unavailable:
            pass  # the call that failed has logged the reason
        except psycopg.OperationalError as error:
            outages.failed("database", error)
        except streams.UNREACHABLE as error:
            outages.failed("nats", error)
        except Exception:
            _log.exception("task_failed", task=name)
        pause = _RESTART_SHORTEST if loop.time() - started > 10 else min(pause * 2, _RESTART_LONGEST)
        await asyncio.sleep(pause)


@contextlib.asynccontextmanager
async def _sole_leader() -> AsyncIterator[tuple[Connection, Callable[[], Awaitable[None]]]]:
    """Hold the advisory lock. Yield the connection that holds it, and a call that raises when the lock is lost.

    A leader that has lost the lock without noticing is harmless: its relay cannot read the outbox, and each transaction
    of its readers locks and compares the position.
    """
    url = make_conninfo(
        settings().database_url, connect_timeout=3, keepalives_idle=5, keepalives_interval=2, keepalives_count=3
    )
    connection = await psycopg.AsyncConnection.connect(url, autocommit=True)
    async with connection:
        while not await try_lock(connection, LEADER_LOCK):
            await asyncio.sleep(0.5)

        async def hold_lock() -> None:
            while True:
                streams.raise_if_cancelled()
                await asyncio.sleep(1)
                await connection.execute("select 1")

        yield connection, hold_lock


def run_events(
    service: str,
    subscriptions: Sequence[Subscription],
    schedules: Sequence[Schedule],
    declare: Callable[[], object] | None = None,
) -> None:
    """Run the events process until SIGTERM. `declare` publishes changes of the service's declarations."""
    process = EventsProcess(service, subscriptions, schedules, declare)
    telemetry.metrics_server(settings().metrics_port, process.ready, process.alive)
    asyncio.run(process.run())
