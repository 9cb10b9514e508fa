"""The consumer: runs a service's subscriptions, every event exactly once and in the order of publication.

The position of a service is stored in its own database (`event_position`), in the transaction of the effect. So
position and effect agree after a kill at any time, and a restart continues at once: there are no acknowledgements to
wait for. No later event can arrive before the redelivery of an earlier one, as it can with a durable consumer and
acknowledgements. The JetStream consumer is ephemeral and starts after the position. The inbox drops events that a
publisher sent twice outside of JetStream's duplicate window.

Failure: an unavailable dependency (`kit.errors.Unavailable`) is retried without limit. Any other error belongs to the
event: after five attempts it becomes a dead letter, and the next event follows. All events after a failing one wait, so
that none with the same key overtakes it.
"""

from __future__ import annotations

import asyncio
import threading
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy
from nats.js.client import JetStreamContext
from nats.js.errors import NotFoundError
from sqlalchemy.dialects.postgresql import insert

from kit import context, telemetry
from kit.database import Tx, database, tables, upsert
from kit.errors import Unavailable
from kit.events import streams
from kit.events.event import Envelope, Undecodable, decoded
from kit.events.subscriptions import Subscription
from kit.policy import actor_json, as_service
from kit.telemetry import log

_log = log.get(__name__)

_BATCH = 100
_WAIT = 2.0
"""Seconds that a fetch waits for messages."""
_CHECK_EVERY = 6.0
"""Seconds after which an idle reader checks whether its position was moved (`replay`) and its consumer is alive; after
a reconnect it checks when its fetch ends."""
_RETRY_DELAYS = (0.1, 0.5, 2.0, 5.0)
"""Seconds between the five attempts of a failing event."""
_BACKOFF_SHORTEST, _BACKOFF_LONGEST = 0.2, 5.0
"""Minimum and maximum backoff in seconds while a dependency is unavailable."""
_REBUILD_PAUSE = 20.0
"""Seconds without a new message after which a stream that ends before a position no longer counts as being rebuilt."""


class _PositionMoved(Exception):
    """The position in the database has changed: by a replay, or another reader."""


class _Stopped(Exception):
    """The process is shutting down; the current event stays unhandled."""


@dataclass(frozen=True)
class _Delivery:
    sequence: int
    subscription: Subscription
    envelope: Envelope
    error: str | None
    trace: dict[str, str]

    @property
    def subject(self) -> str:
        return self.subscription.event.subject


class Reader:
    """Reads the stream of one publisher for `service`, one reader at a time (lock of `kit.processes.events`)."""

    def __init__(self, service: str, publisher: str, subscriptions: Sequence[Subscription], client: Client) -> None:
        self.service = service
        self.publisher = publisher
        self.client = client
        self.by_subject = {subscription.event.subject: subscription for subscription in subscriptions}
        if len(self.by_subject) != len(subscriptions):
            raise ValueError(f"{service}: two subscriptions to one event")
        self.positions: dict[str, int] = {}
        self.stopping = threading.Event()
        for subject in self.by_subject:  # initialised to 0: an alert sees no increase in a series that begins at 1
            telemetry.events_consumed.labels(subject, "parked")

    async def run(self) -> None:
        """Read forever. Raises when the server is unavailable; `kit.processes.events` then restarts it."""
        self.stopping = threading.Event()
        try:
            js = self.client.jetstream(timeout=5)
            stream = await streams.ensure_stream(js, self.publisher)
            while True:
                try:
                    await self._read(js, stream)
                except _PositionMoved:
                    _log.info("events_position_moved", stream=stream)
        finally:
            self.stopping.set()

    async def _read(self, js: JetStreamContext, stream: str) -> None:
        last = await self._await_stream(js, stream)
        self.positions = await asyncio.to_thread(self._load_positions, last)
        config = ConsumerConfig(
            description=f"staffroom {self.service}",
            deliver_policy=DeliverPolicy.BY_START_SEQUENCE,
            opt_start_seq=min(self.positions.values()) + 1,
            filter_subjects=sorted(self.by_subject),
            ack_policy=AckPolicy.NONE,
            inactive_threshold=60,
            mem_storage=True,
            num_replicas=1,
        )
        consumer = (await js.add_consumer(stream, config)).name
        pull = await js.pull_subscribe_bind(consumer=consumer, stream=stream)
        telemetry.consumer_lag.labels(stream).set(0)
        received = 0
        checked, connections = time.monotonic(), self.client.stats["reconnects"]
        try:
            while True:
                streams.raise_if_cancelled()
                try:
                    messages = await pull.fetch(_BATCH, timeout=_WAIT)
                except TimeoutError:
                    connections_now = self.client.stats["reconnects"]
                    if connections_now != connections or time.monotonic() - checked >= _CHECK_EVERY:
                        await self._check_alive(js, stream, consumer)
                        checked, connections = time.monotonic(), connections_now
                    continue
                for message in messages:
                    received += 1
                    if message.metadata.sequence.consumer != received:
                        raise _PositionMoved  # a message was lost: read again from the position
                await asyncio.to_thread(self._handle, [self._delivery(message) for message in messages])
                if messages:  # a request may time out without messages
                    telemetry.consumer_lag.labels(stream).set(messages[-1].metadata.num_pending)
        finally:
            await pull.unsubscribe()

    async def _await_stream(self, js: JetStreamContext, stream: str) -> int:
        """Return the last sequence of the stream. A position beyond it means that the stream is empty or being rebuilt
        by its publisher (`kit.events.restream`): wait until that has ended."""
        positions = await asyncio.to_thread(self._stored_positions)
        last, since = 0, time.monotonic()
        while True:
            streams.raise_if_cancelled()
            previous, last = last, (await js.stream_info(stream)).state.last_seq
            if last >= max(positions.values(), default=0):
                return last
            if last != previous or not last:
                since = time.monotonic()
            elif time.monotonic() - since > _REBUILD_PAUSE:
                return last
            await asyncio.sleep(_REBUILD_PAUSE / 10)

    async def _check_alive(self, js: JetStreamContext, stream: str, consumer: str) -> None:
        try:
            await js.consumer_info(stream, consumer)
        except NotFoundError:
            raise _PositionMoved from None
        if await asyncio.to_thread(self._stored_positions) != self.positions:
            raise _PositionMoved

    def _delivery(self, message: Msg) -> _Delivery:
        subscription = self.by_subject[message.subject]
        sequence = message.metadata.sequence.stream
        headers = {name.lower(): value for name, value in (message.headers or {}).items()}
        error = None
        try:
            envelope = decoded(subscription.event, message.data)
        except Undecodable as problem:
            error = str(problem)
            envelope = Envelope(
                event_id=_event_id(message, sequence),
                subject=message.subject,
                key="",
                payload={"undecodable": message.data.decode("utf-8", "replace").replace("\0", "")},
                actor=as_service(self.publisher),
                request_id=headers.get("request-id", ""),
                created=message.metadata.timestamp,
            )
        return _Delivery(sequence, subscription, envelope, error, headers)

    # The methods below run in a thread: handlers are synchronous.

    def _handle(self, batch: list[_Delivery]) -> None:
        """Apply `batch` in one transaction; after any error, one event at a time."""
        try:
            self._apply(batch)
        except _PositionMoved:
            raise
        except Exception:
            for delivery in batch:
                self._handle_one(delivery)

    def _handle_one(self, delivery: _Delivery) -> None:
        attempts, backoff = 0, _BACKOFF_SHORTEST
        while True:
            try:
                self._apply([delivery])
                return
            except _PositionMoved:
                raise
            except Unavailable as error:
                cause = str(error.__cause__ or error)
                _log.warning("event_waits", subject=delivery.subject, key=delivery.envelope.key, error=cause)
                self._sleep(backoff)
                backoff = min(backoff * 2, _BACKOFF_LONGEST)
            except Exception as error:
                attempts += 1
                telemetry.events_consumed.labels(delivery.subject, "failed").inc()
                _log.exception("event_failed", subject=delivery.subject, key=delivery.envelope.key, attempts=attempts)
                if attempts > len(_RETRY_DELAYS):
                    self._park(delivery, f"{type(error).__name__}: {error}", attempts)
                    return
                self._sleep(_RETRY_DELAYS[attempts - 1])

    def _sleep(self, seconds: float) -> None:
        if self.stopping.wait(seconds):
            raise _Stopped

    def _apply(self, batch: list[_Delivery]) -> None:
        outcomes: list[tuple[str, str]] = []
        with self._advancing(batch) as tx:
            unread = [delivery for delivery in batch if delivery.sequence > self.positions[delivery.subject]]
            new_ids = self._write_inbox(tx, unread)
            for delivery in unread:
                if delivery.envelope.event_id not in new_ids:
                    outcomes.append((delivery.subject, "repeated"))
                    continue
                new_ids.discard(delivery.envelope.event_id)
                if delivery.error is not None:
                    self._write_dead_letter(tx, delivery, delivery.error, 1)
                    outcomes.append((delivery.subject, "parked"))
                    continue
                run_handler(tx, delivery.subscription, delivery.envelope, delivery.trace)
                outcomes.append((delivery.subject, "handled"))
        for subject, outcome in outcomes:
            telemetry.events_consumed.labels(subject, outcome).inc()

    def _park(self, delivery: _Delivery, error: str, attempts: int) -> None:
        backoff = _BACKOFF_SHORTEST
        while True:
            try:
                with self._advancing([delivery]) as tx:
                    self._write_inbox(tx, [delivery])
                    self._write_dead_letter(tx, delivery, error, attempts)
                break
            except Unavailable:
                self._sleep(backoff)
                backoff = min(backoff * 2, _BACKOFF_LONGEST)
        telemetry.events_consumed.labels(delivery.subject, "parked").inc()
        _log.error("event_parked", subject=delivery.subject, key=delivery.envelope.key, error=error)

    @contextmanager
    def _advancing(self, batch: list[_Delivery]) -> Iterator[Tx]:
        """Run a block in a transaction that ends by moving the position to the last event of `batch`."""
        last = batch[-1].sequence
        positions = {subject: max(sequence, last) for subject, sequence in self.positions.items()}
        with database().transaction(as_service(self.service)) as tx:
            if _positions(tx.connection, list(self.positions), lock=True) != self.positions:
                raise _PositionMoved
            yield tx
            tx.execute(_ADVANCE, {"subjects": list(self.positions), "last": last})
        self.positions = positions

    def _write_inbox(self, tx: Tx, deliveries: list[_Delivery]) -> set[uuid.UUID]:
        """Write the inbox rows of `deliveries` and return the ids of new events."""
        rows = [{"event_id": delivery.envelope.event_id, "subject": delivery.subject} for delivery in deliveries]
        if not rows:
            return set()
        statement = insert(tables.inbox).values(rows).on_conflict_do_nothing().returning(tables.inbox.c.event_id)
        return set(tx.execute(statement).scalars())

    def _write_dead_letter(self, tx: Tx, delivery: _Delivery, error: str, attempts: int) -> None:
        envelope = delivery.envelope
        values: dict[str, Any] = {
            "subject": envelope.subject,
            "key": envelope.key,
            "payload": envelope.payload,
            "actor": actor_json(envelope.actor),
            "error": log.hidden(error)[:2000],
            "attempts": attempts,
        }
        tx.execute(upsert(tables.dead_letter, {"event_id": envelope.event_id}, values))

    def _stored_positions(self) -> dict[str, int]:
        with database().read() as connection:
            return _positions(connection, list(self.by_subject))

    def _load_positions(self, last: int) -> dict[str, int]:
        """Return the position to continue from, by subject. A new subscription starts at the beginning of the stream.
        All subscriptions do when the stream ends before a position: its publisher's database is a new one."""
        with database().transaction(as_service(self.service)) as tx:
            rows = [{"subject": subject, "sequence": 0} for subject in self.by_subject]
            tx.execute(insert(tables.event_position).values(rows).on_conflict_do_nothing())
            positions = _positions(tx.connection, list(self.by_subject), lock=True)
            if max(positions.values()) > last:
                _log.warning("events_stream_restarted", publisher=self.publisher, last=last, positions=positions)
                tx.execute(_RESTART, {"subjects": list(self.by_subject)})
                positions = dict.fromkeys(positions, 0)
        return positions


_position = tables.event_position.c
_OWN_SUBJECTS = _position.subject == sa.any_(sa.bindparam("subjects", type_=sa.ARRAY(sa.Text)))
_ADVANCE = (
    sa.update(tables.event_position)
    .where(_OWN_SUBJECTS)
    .values(sequence=sa.func.greatest(_position.sequence, sa.bindparam("last", type_=sa.BigInteger)))
)
_RESTART = sa.update(tables.event_position).where(_OWN_SUBJECTS).values(sequence=0)
_SELECT = sa.select(_position.subject, _position.sequence).where(_OWN_SUBJECTS).order_by(_position.subject)


def _positions(connection: sa.Connection, subjects: list[str], *, lock: bool = False) -> dict[str, int]:
    statement = _SELECT.with_for_update() if lock else _SELECT
    rows = connection.execute(statement, {"subjects": subjects})
    return {row.subject: row.sequence for row in rows}


def _event_id(message: Msg, sequence: int) -> uuid.UUID:
    """Return the id in the message, or one derived from its place in the stream."""
    try:
        return uuid.UUID((message.headers or {}).get("Nats-Msg-Id", ""))
    except ValueError:
        return uuid.uuid5(uuid.NAMESPACE_URL, f"{message.subject}#{sequence}")


def run_handler(tx: Tx, subscription: Subscription, envelope: Envelope, trace: dict[str, str] | None = None) -> None:
    """Run the handler with the request id of the event, so that logs and follow-on events name the same request."""
    token = context.request_id.set(envelope.request_id)
    tx.request_id = envelope.request_id
    try:
        with telemetry.span(f"event {envelope.subject}", parent=trace, key=envelope.key):
            subscription.handler(tx, envelope)
    finally:
        context.request_id.reset(token)


def readers(service: str, subscriptions: Sequence[Subscription], client: Client) -> list[Reader]:
    """Return one reader for each publisher that `service` subscribes to."""
    publishers = sorted({subscription.event.service for subscription in subscriptions})
    return [
        Reader(service, publisher, [one for one in subscriptions if one.event.service == publisher], client)
        for publisher in publishers
    ]
