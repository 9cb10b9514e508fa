"""The relay: publishes the outbox of a service to its stream, in order, and forgets a row only when JetStream has it.

Order: a record is locked before its outbox row is written, so for one record ids grow in the order of the commits. A
batch goes out pipelined; every message names the one before it (`Nats-Expected-Last-Msg-Id`), so when one is lost the
server refuses the rest and none overtakes another. Once: the event id is the message id, so JetStream drops what it
has already, and what slips past its window the inbox of the subscriber drops.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
import sqlalchemy as sa
from nats.aio.client import Client
from nats.js.api import PubAck
from nats.js.client import JetStreamContext
from sqlalchemy.dialects.postgresql import insert

from kit import db, log, streams, tables, telemetry
from kit.policy import as_service

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
    """Runs in the events process of `service`; one at a time (`kit.process` holds the lock)."""

    def __init__(self, service: str, client: Client) -> None:
        self.service = service
        self.client = client
        self.stream = streams.stream_name(service)

    async def run(self) -> None:
        """Publish for ever; raises when the server or the database is away, to be run again by `kit.process`."""
        js = self.client.jetstream(timeout=_ANSWER)
        await streams.ensured(js, self.service)
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

        The first of a batch follows nothing, so a chain that does not fit what the stream holds (rows that were
        committed later than their neighbours, after acknowledgements got lost) is begun anew behind the break. Raises
        the failure when not even the first row was taken.
        """
        rows = await asyncio.to_thread(self._read)
        if not rows:
            return 0
        if not self._publishable(rows[0]):
            await asyncio.to_thread(self._park, rows[0])
            return 1
        batch = rows[: next((index for index, row in enumerate(rows) if not self._publishable(row)), len(rows))]
        with telemetry.span("outbox.publish", service=self.service, rows=len(batch)):
            outcomes = await self._publish(js, batch)
        acknowledged = next((i for i, outcome in enumerate(outcomes) if isinstance(outcome, BaseException)), len(batch))
        if acknowledged:
            await asyncio.to_thread(self._delete, [row.id for row in batch[:acknowledged]])
            telemetry.events_published.inc(acknowledged)
        elif isinstance(outcomes[0], BaseException):
            raise outcomes[0]
        return acknowledged

    async def _publish(self, js: JetStreamContext, rows: list[_Row]) -> list[PubAck | BaseException]:
        """Send all rows at once, in order; what became of each."""
        # Not `publish_async`: its future stays open for ever when the server refuses the message (nats-py 2.16).
        sending: list[asyncio.Task[PubAck]] = []
        previous: UUID | None = None
        for row in rows:
            headers = {"Nats-Msg-Id": str(row.event_id), "Request-Id": row.request_id} | telemetry.carrier()
            if previous is not None:
                headers["Nats-Expected-Last-Msg-Id"] = str(previous)
            publish = js.publish(row.subject, row.body(), timeout=_ANSWER, stream=self.stream, headers=headers)
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
        return row.subject.startswith(f"{self.service}.") and len(row.body()) < self.client.max_payload - 4096

    def _read(self) -> list[_Row]:
        with db.database().cursor() as cursor:
            return [_Row(*row) for row in cursor.execute(_READ, (_BATCH,)).fetchall()]

    def _delete(self, ids: list[int]) -> None:
        with db.database().cursor() as cursor:
            cursor.execute("delete from outbox where id = any(%s)", (ids,))

    def _park(self, row: _Row) -> None:
        """Put aside a row no stream will ever take, rather than hold up all that follow it."""
        error = f"cannot be published: subject {row.subject}, {len(row.body())} bytes"
        _log.error("event_unpublishable", subject=row.subject, key=row.key, error=error)
        with db.database().transaction(as_service(self.service)) as tx:
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
