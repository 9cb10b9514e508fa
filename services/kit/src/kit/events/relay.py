"""The relay: publishes the outbox of a service to its stream, in order, and forgets a row only when JetStream has it.

Order: a record is locked before its outbox row is written, so for one record ids grow in the order of the commits.
Rows sent for the first time go out pipelined as a chain: every message names the one before it
(`Nats-Expected-Last-Msg-Id`), so when one is lost the server refuses all behind it. Rows that may have been sent
before, by a batch that failed or by a process that is gone, go one by one: among them a chain would not hold, because
the server acknowledges what it has already without looking at the order.

Once: the event id is the message id, so JetStream drops what it has already, and what slips past its window the inbox
of the subscriber drops.
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
from kit.events import streams
from kit.policy import as_service
from kit.telemetry import log

_log = log.get(__name__)

_BATCH = 200
_PAUSE_SHORTEST, _PAUSE_LONGEST = 0.02, 0.2
"""Seconds between looks at an empty outbox: short after work, longer when nothing happens."""

_ANSWER = 5.0
"""Seconds the server may take to acknowledge."""

_READ = """
select id, event_id, subject, key, payload::text, actor::text, request_id, created
from outbox order by id limit %s
"""


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
        """The message as `kit.events.Envelope.encoded` writes it, without reading the JSON first."""
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
    """Runs in the events process of `service`, one at a time: `connection` is the one that holds the lock of
    `kit.processes.events`, so whoever loses the lock cannot read the outbox either."""

    def __init__(self, service: str, client: Client, connection: psycopg.AsyncConnection[Any]) -> None:
        self.service = service
        self.client = client
        self.connection = connection
        self.stream = streams.stream_name(service)
        self.doubtful = 0
        """Rows up to this id may have been sent before without an answer."""

    async def run(self) -> None:
        """Publish for ever; raises when the server or the database is away, and is then run again."""
        js = self.client.jetstream(timeout=_ANSWER)
        await streams.ensured(js, self.service)
        self.doubtful = max(self.doubtful, await self._perhaps_sent(js))
        pause = _PAUSE_SHORTEST
        while True:
            streams.heed_cancellation()
            if await self.publish_batch(js):
                pause = _PAUSE_SHORTEST
            else:
                await asyncio.sleep(pause)
                pause = min(pause * 1.3, _PAUSE_LONGEST)

    async def publish_batch(self, js: JetStreamContext) -> int:
        """Publish the oldest rows and delete those acknowledged; the number of rows dealt with.

        Raises the failure when not even the first row was taken.
        """
        rows = await self._read()
        if not rows:
            return 0
        if not self._publishable(rows[0]):
            await asyncio.to_thread(self._park, rows[0])
            return 1
        batch = rows[: next((index for index, row in enumerate(rows) if not self._publishable(row)), len(rows))]
        with telemetry.span("outbox.publish", service=self.service, rows=len(batch)):
            if batch[0].id <= self.doubtful:
                batch = [row for row in batch if row.id <= self.doubtful]
                outcomes = await self._publish_singly(js, batch)
            else:
                outcomes = await self._publish(js, batch)
        failures = (index for index, outcome in enumerate(outcomes) if isinstance(outcome, BaseException))
        acknowledged = next(failures, len(batch))
        if acknowledged < len(batch):
            self.doubtful = max(self.doubtful, batch[-1].id)
        if acknowledged:
            ids = [row.id for row in batch[:acknowledged]]
            await self.connection.execute("delete from outbox where id = any(%s)", (ids,))
            telemetry.events_published.inc(acknowledged)
        elif isinstance(outcomes[0], BaseException):
            raise outcomes[0]
        return acknowledged

    async def _perhaps_sent(self, js: JetStreamContext) -> int:
        """The highest id an earlier process may have sent: it sent no more than the first batch of what is there, and
        the last message of the stream tells how far that got."""
        first = await (await self.connection.execute(_LAST_OF_FIRST_BATCH, (_BATCH,))).fetchone()
        state = (await js.stream_info(self.stream)).state
        last = None
        if state.messages:
            message = await js.get_msg(self.stream, state.last_seq)
            event_id = (message.headers or {}).get("Nats-Msg-Id")
            last = await (await self.connection.execute(_ID_OF_EVENT, (event_id,))).fetchone()
        return max(row[0] if row else 0 for row in (first, last))

    async def _publish_singly(self, js: JetStreamContext, rows: list[_Row]) -> list[PubAck | BaseException]:
        """Send each row when the one before it is acknowledged, up to the first failure."""
        outcomes: list[PubAck | BaseException] = []
        for row in rows:
            outcomes += await self._publish(js, [row])
            if isinstance(outcomes[-1], BaseException):
                break
        return outcomes

    async def _publish(self, js: JetStreamContext, rows: list[_Row]) -> list[PubAck | BaseException]:
        """Send all rows at once, in order; what became of each."""
        # Not `publish_async`: its future stays open for ever when the server refuses the message (nats-py 2.16).
        sending: list[asyncio.Task[PubAck]] = []
        previous: UUID | None = None
        for row in rows:
            headers = {"Nats-Msg-Id": str(row.event_id), "Request-Id": row.request_id} | telemetry.carrier()
            if previous is not None:
                headers["Nats-Expected-Last-Msg-Id"] = str(previous)
            publish = js.publish(row.subject, row.body, timeout=_ANSWER, stream=self.stream, headers=headers)
            sending.append(asyncio.create_task(publish))
            previous = row.event_id
        try:
            await self._answered(sending)
        finally:
            for task in sending:
                task.cancel()
        outcomes = await asyncio.gather(*sending, return_exceptions=True)
        lost = TimeoutError("the connection was lost before JetStream acknowledged")
        return [lost if isinstance(outcome, asyncio.CancelledError) else outcome for outcome in outcomes]

    async def _answered(self, sending: list[asyncio.Task[PubAck]]) -> None:
        """Wait for the acknowledgements; not for those that were lost with the connection."""
        connections = self.client.stats["reconnects"]
        while True:
            _, waiting = await asyncio.wait(sending, timeout=0.2)
            if not waiting or not self.client.is_connected or self.client.stats["reconnects"] != connections:
                return

    def _publishable(self, row: _Row) -> bool:
        return row.subject.startswith(f"{self.service}.") and len(row.body) < self.client.max_payload - 4096

    async def _read(self) -> list[_Row]:
        cursor = await self.connection.execute(_READ, (_BATCH,))
        return [_Row(*row) for row in await cursor.fetchall()]

    def _park(self, row: _Row) -> None:
        """Put aside a row no stream will ever take, rather than hold up all that follow it."""
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
