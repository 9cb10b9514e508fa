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
        js = self.client.jetstream(timeout=5, publish_async_max_pending=_BATCH)
        await streams.ensured(js, self.service)
        pause = _PAUSE_SHORTEST
        while True:
            if await self.publish_batch(js):
                pause = _PAUSE_SHORTEST
            else:
                await asyncio.sleep(pause)
                pause = min(pause * 1.3, _PAUSE_LONGEST)

    async def publish_batch(self, js: JetStreamContext) -> int:
        """Publish the oldest rows and delete those acknowledged; the number of rows dealt with.

        Raises the first failure, after deleting what was acknowledged before it.
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
        if acknowledged < len(batch):
            failure = outcomes[acknowledged]
            assert isinstance(failure, BaseException)
            raise failure
        return acknowledged

    async def _publish(self, js: JetStreamContext, rows: list[_Row]) -> list[PubAck | BaseException]:
        pending: list[asyncio.Future[PubAck]] = []
        previous: UUID | None = None
        try:
            for row in rows:
                headers = {"Nats-Msg-Id": str(row.event_id), "Request-Id": row.request_id} | telemetry.carrier()
                if previous is not None:
                    headers["Nats-Expected-Last-Msg-Id"] = str(previous)
                future = await js.publish_async(row.subject, row.body(), stream=self.stream, headers=headers)
                pending.append(future)
                previous = row.event_id
            await asyncio.wait(pending, timeout=5)
        finally:
            for future in pending:
                if not future.done():
                    future.set_exception(TimeoutError("JetStream did not acknowledge in time"))
        return [future.exception() or future.result() for future in pending]

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
