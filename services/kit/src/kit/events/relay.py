"""The relay: publishes the outbox of a service to its stream, in order, and moves a row to the log of the stream
(`published`) only after JetStream has acknowledged it.

Order: a record is locked before its outbox row is written, so the ids of one record grow in the order of the commits.
Rows sent for the first time are pipelined as a chain: every message names the previous one
(`Nats-Expected-Last-Msg-Id`), so when one is lost the server refuses all later ones. Rows that may have been sent
before, by a failed batch or an earlier process, are sent one by one. They cannot form a chain, because the server
acknowledges a duplicate without checking the order.

Idle: a relay whose outbox stays empty sleeps while it holds a lock. A transaction that adds to the outbox wakes it when
it commits (`wake_relay.sql`).

Exactly once: the event id is the message id, so JetStream drops duplicates within its window, and the subscriber's
inbox drops later ones.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

import msgspec
import psycopg
import sqlalchemy as sa
from nats.aio.client import Client
from nats.js.api import PubAck
from nats.js.client import JetStreamContext
from sqlalchemy.dialects.postgresql import insert

from kit import telemetry
from kit.database import database, tables
from kit.events import restream, streams
from kit.policy import as_service
from kit.telemetry import log

_log = log.get(__name__)

_BATCH = restream.MOST_UNLOGGED
_PAUSE_SHORTEST, _PAUSE_LONGEST = 0.02, 0.16
"""Minimum and maximum pause in seconds between polls of an empty outbox. The pause doubles; after the longest the relay
sleeps. If it slept at once, every transaction of a busy service would have to wake it, and PostgreSQL's notifications
serialise the commits."""

_SLEEP = 2.0
"""Seconds that a sleeping relay waits for a notification before it checks whether it missed something."""

ASLEEP_LOCK = 7_266_004
"""Key of the advisory lock of a sleeping relay; `wake_relay` uses the same."""

_ACK_TIMEOUT = 5.0
"""Seconds to wait for the server's acknowledgement of a message."""

_READ = """
select id, event_id, subject, key, payload::text, actor::text, request_id, created
from outbox order by id limit %s
"""


_MOVE = """
with sent as (delete from outbox where id = any(%(ids)s))
insert into published (sequence, event_id, subject, request_id, body)
select * from unnest(%(sequences)s::bigint[], %(event_ids)s::uuid[], %(subjects)s::text[], %(requests)s::text[],
  %(bodies)b::bytea[])
on conflict (sequence) do nothing
"""
"""Set on a row that is sent again within JetStream's duplicate window, to keep its sequence and so its row in the
log."""

_IS_EMPTY = "select not exists (select from outbox)"
_LAST_OF_FIRST_BATCH = "select max(id) from (select id from outbox order by id limit %s) as first having count(*) > 0"
_ID_OF_EVENT = "select id from outbox where event_id::text = %s"


@dataclass(frozen=True)
class _Row:
    id: int
    event_id: UUID
    subject: str
    key: str
    payload: str
    actor: str
    request_id: str
    created: Any

    @cached_property
    def body(self) -> bytes:
        """Return the message in the form of `kit.events.Envelope.encoded`, without parsing the JSON first."""
        return msgspec.json.encode(
            {
                "eventId": str(self.event_id),
                "key": self.key,
                "payload": msgspec.Raw(self.payload.encode()),
                "actor": msgspec.Raw(self.actor.encode()),
                "requestId": self.request_id,
                "created": self.created,
            }
        )


class Relay:
    """The relay in the events process of `service`. `connection` holds the lock of `kit.processes.events`, so a process
    that loses the lock cannot read the outbox."""

    def __init__(self, service: str, client: Client, connection: psycopg.AsyncConnection[Any]) -> None:
        self.service = service
        self.client = client
        self.connection = connection
        self.stream = streams.stream_name(service)
        self.possibly_sent = 0
        """Rows up to this id may have been sent before without an acknowledgement."""
        self._woken = asyncio.Event()
        connection.add_notify_handler(lambda _: self._woken.set())

    async def run(self) -> None:
        """Publish forever. Raises when the server or the database is unavailable; the process then restarts it."""
        js = self.client.jetstream(timeout=_ACK_TIMEOUT)
        await streams.ensure_stream(js, self.service)
        await restream.agree(js, self.connection, self.service)
        self.possibly_sent = max(self.possibly_sent, await self._last_possibly_sent(js))
        await self.connection.execute("listen outbox")
        pause = _PAUSE_SHORTEST
        while True:
            streams.raise_if_cancelled()
            if await self.publish_batch(js):
                pause = _PAUSE_SHORTEST
            elif pause <= _PAUSE_LONGEST:
                await asyncio.sleep(pause)
                pause *= 2
            elif await restream.try_lock(self.connection, ASLEEP_LOCK):
                await self._sleep()
                pause = _PAUSE_SHORTEST
            else:  # a transaction that has added to the outbox is open
                await asyncio.sleep(_PAUSE_LONGEST)

    async def _sleep(self) -> None:
        """Wait until the outbox has rows, and release the lock.

        Writers share the lock until they commit. The relay holds it alone, so it sees the rows of all that did not wake
        it.
        """
        while True:
            self._woken.clear()
            if not await restream.value(self.connection, _IS_EMPTY):
                break
            await self._wait()
        # The lock of a lost connection is gone with it.
        await self.connection.execute("select pg_advisory_unlock(%s)", (ASLEEP_LOCK,))

    async def _wait(self) -> None:
        """Wait at most `_SLEEP` seconds for a notification. `connection.notifies` would wake up ten times a second."""
        loop, socket = asyncio.get_running_loop(), self.connection.fileno()
        # Another task's statement would end our watch of the socket; a notification that it reads has set the event.
        async with self.connection.lock:
            loop.add_reader(socket, self._woken.set)
            try:
                async with asyncio.timeout(_SLEEP):
                    await self._woken.wait()
            except TimeoutError:
                pass
            finally:
                loop.remove_reader(socket)

    async def publish_batch(self, js: JetStreamContext) -> int:
        """Publish the oldest rows and move the acknowledged ones to the log, and return their number.

        Raises the failure when not even the first row was acknowledged.
        """
        rows = await self._read()
        if not rows:
            return 0
        if not self._publishable(rows[0]):
            await asyncio.to_thread(self._park, rows[0])
            return 1
        batch = rows[: next((index for index, row in enumerate(rows) if not self._publishable(row)), len(rows))]
        with telemetry.span("outbox.publish", service=self.service, rows=len(batch)):
            if batch[0].id <= self.possibly_sent:
                batch = [row for row in batch if row.id <= self.possibly_sent]
                outcomes = await self._publish_singly(js, batch)
            else:
                outcomes = await self._publish(js, batch)
        failures = (index for index, outcome in enumerate(outcomes) if isinstance(outcome, BaseException))
        acknowledged = next(failures, len(batch))
        if acknowledged < len(batch):
            self.possibly_sent = max(self.possibly_sent, batch[-1].id)
        if acknowledged:
            await self._move(batch[:acknowledged], [each for each in outcomes if isinstance(each, PubAck)])
            telemetry.events_published.inc(acknowledged)
        elif isinstance(outcomes[0], BaseException):
            raise outcomes[0]
        return acknowledged

    async def _move(self, rows: list[_Row], acknowledgements: list[PubAck]) -> None:
        """Move acknowledged rows from the outbox to the log, in one statement."""
        values = {
            "ids": [row.id for row in rows],
            "sequences": [acknowledgement.seq for acknowledgement in acknowledgements[: len(rows)]],
            "event_ids": [row.event_id for row in rows],
            "subjects": [row.subject for row in rows],
            "requests": [row.request_id for row in rows],
            "bodies": [row.body for row in rows],
        }
        await self.connection.execute(_MOVE, values)

    async def _last_possibly_sent(self, js: JetStreamContext) -> int:
        """Return the highest id that an earlier process may have sent: the last of the first batch, or the row of the
        stream's last message."""
        first = await restream.value(self.connection, _LAST_OF_FIRST_BATCH, _BATCH)
        state = (await js.stream_info(self.stream)).state
        last = None
        if state.messages:
            message = await js.get_msg(self.stream, state.last_seq)
            event_id = (message.headers or {}).get("Nats-Msg-Id")
            last = await restream.value(self.connection, _ID_OF_EVENT, event_id)
        return max(first or 0, last or 0)

    async def _publish_singly(self, js: JetStreamContext, rows: list[_Row]) -> list[PubAck | BaseException]:
        """Send each row after the previous one is acknowledged, up to the first failure."""
        outcomes: list[PubAck | BaseException] = []
        for row in rows:
            outcomes += await self._publish(js, [row])
            if isinstance(outcomes[-1], BaseException):
                break
        return outcomes

    async def _publish(self, js: JetStreamContext, rows: list[_Row]) -> list[PubAck | BaseException]:
        """Send all rows at once, in order, and return the outcome of each."""
        # Not `publish_async`: its future never completes when the server refuses the message (nats-py 2.16).
        tasks: list[asyncio.Task[PubAck]] = []
        previous: UUID | None = None
        for row in rows:
            headers = {"Nats-Msg-Id": str(row.event_id), "Request-Id": row.request_id} | telemetry.carrier()
            if previous is not None:
                headers["Nats-Expected-Last-Msg-Id"] = str(previous)
            publish = js.publish(row.subject, row.body, timeout=_ACK_TIMEOUT, stream=self.stream, headers=headers)
            tasks.append(asyncio.create_task(publish))
            previous = row.event_id
        try:
            await self._wait_for_acknowledgements(tasks)
        finally:
            for task in tasks:
                task.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        lost = TimeoutError("the connection was lost before JetStream acknowledged")
        return [lost if isinstance(outcome, asyncio.CancelledError) else outcome for outcome in outcomes]

    async def _wait_for_acknowledgements(self, tasks: list[asyncio.Task[PubAck]]) -> None:
        """Wait for the acknowledgements, until the connection is lost."""
        connections = self.client.stats["reconnects"]
        while True:
            _, waiting = await asyncio.wait(tasks, timeout=0.2)
            if not waiting or not self.client.is_connected or self.client.stats["reconnects"] != connections:
                return

    def _publishable(self, row: _Row) -> bool:
        return row.subject.startswith(f"{self.service}.") and len(row.body) < self.client.max_payload - 4096

    async def _read(self) -> list[_Row]:
        cursor = await self.connection.execute(_READ, (_BATCH,))
        return [_Row(*row) for row in await cursor.fetchall()]

    def _park(self, row: _Row) -> None:
        """Make a row that no stream accepts a dead letter, so that it does not block the rows after it."""
        error = f"cannot be published: subject {row.subject}, {len(row.body)} bytes"
        _log.error("event_unpublishable", subject=row.subject, key=row.key, error=error)
        with database().transaction(as_service(self.service)) as tx:
            tx.execute(
                insert(tables.dead_letter)
                .values(
                    event_id=row.event_id,
                    subject=row.subject,
                    key=row.key,
                    payload=msgspec.json.decode(row.payload),
                    actor=msgspec.json.decode(row.actor),
                    error=error,
                    attempts=1,
                )
                .on_conflict_do_nothing()
            )
            tx.execute(sa.delete(tables.outbox).where(tables.outbox.c.id == row.id))
