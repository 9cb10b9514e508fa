"""The consumer: runs a service's subscriptions, every event once and in the order it was published.

How far a service has read is kept in its own database (`event_position`), written in the transaction of the effect.
So a kill at any moment leaves position and effect agreeing, and a restart goes on at once: there are no
acknowledgements to wait out, and no later event can arrive while an earlier one is being delivered again, which a
durable consumer with acknowledgements allows. The reader in JetStream is a throwaway one that starts behind the
position. The inbox catches what a publisher sent twice outside of JetStream's duplicate window.

Failure: something out of reach (a `kit.errors.Unavailable`) is waited for, however long. Any other error is the
event's own: five tries, then it is parked in `dead_letter` and the next one follows. All events behind a failing one
wait, so none of its key overtakes it.
"""

from __future__ import annotations

import asyncio
import threading
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
from kit.database import Tx, database, tables
from kit.errors import Unavailable
from kit.events import streams
from kit.events.event import Envelope, Undecodable, decoded
from kit.events.subscriptions import Subscription
from kit.policy import actor_json, as_service
from kit.telemetry import log

_log = log.get(__name__)

_BATCH = 100
_WAIT = 2.0
"""Seconds a read waits for news before it looks whether its position was moved (`replay`)."""
_DELAYS = (0.1, 0.5, 2.0, 5.0)
"""Seconds between the five tries of a failing event."""
_AWAY_SHORTEST, _AWAY_LONGEST = 0.2, 5.0
"""Seconds between tries while something is out of reach."""


class _Moved(Exception):
    """The position in the database is not where we left it: a replay was asked for, or another reader took over."""


class _Stopped(Exception):
    """The process is to end; the event in hand stays unhandled."""


@dataclass(frozen=True)
class _Received:
    sequence: int
    subscription: Subscription
    envelope: Envelope
    error: str | None
    trace: dict[str, str]

    @property
    def subject(self) -> str:
        return self.subscription.event.subject


class Reader:
    """Reads the stream of one publisher for `service`; one at a time (`kit.processes.events` holds the lock)."""

    def __init__(self, service: str, publisher: str, subscriptions: Sequence[Subscription], client: Client) -> None:
        self.service = service
        self.publisher = publisher
        self.client = client
        self.by_subject = {subscription.event.subject: subscription for subscription in subscriptions}
        if len(self.by_subject) != len(subscriptions):
            raise ValueError(f"{service}: two subscriptions to one event")
        self.positions: dict[str, int] = {}
        self.stopping = threading.Event()

    async def run(self) -> None:
        """Read for ever; raises when the server is away, to be run again by `kit.processes.events`."""
        self.stopping = threading.Event()
        try:
            js = self.client.jetstream(timeout=5)
            stream = await streams.ensured(js, self.publisher)
            while True:
                try:
                    await self._read(js, stream)
                except _Moved:
                    _log.info("events_position_moved", stream=stream)
        finally:
            self.stopping.set()

    async def _read(self, js: JetStreamContext, stream: str) -> None:
        last = (await js.stream_info(stream)).state.last_seq
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
        try:
            while True:
                streams.heed_cancellation()
                try:
                    messages = await pull.fetch(_BATCH, timeout=_WAIT)
                except TimeoutError:
                    await self._check_alive(js, stream, consumer)
                    continue
                for message in messages:
                    received += 1
                    if message.metadata.sequence.consumer != received:
                        raise _Moved  # one got lost on the way: read again from the position
                await asyncio.to_thread(self._handle, [self._received(message) for message in messages])
                telemetry.consumer_lag.labels(stream).set(messages[-1].metadata.num_pending)
        finally:
            await pull.unsubscribe()

    async def _check_alive(self, js: JetStreamContext, stream: str, consumer: str) -> None:
        try:
            await js.consumer_info(stream, consumer)
        except NotFoundError:
            raise _Moved from None
        if await asyncio.to_thread(self._stored_positions) != self.positions:
            raise _Moved

    def _received(self, message: Msg) -> _Received:
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
        return _Received(sequence, subscription, envelope, error, headers)

    # What follows runs in a thread: handlers are synchronous code.

    def _handle(self, batch: list[_Received]) -> None:
        """Apply `batch` in one transaction; if anything is wrong, one by one."""
        try:
            self._apply(batch)
        except _Moved:
            raise
        except Exception:
            for item in batch:
                self._handle_one(item)

    def _handle_one(self, item: _Received) -> None:
        attempts, away = 0, _AWAY_SHORTEST
        while True:
            try:
                self._apply([item])
                return
            except _Moved:
                raise
            except Unavailable as error:
                cause = str(error.__cause__ or error)
                _log.warning("event_waits", subject=item.subject, key=item.envelope.key, error=cause)
                self._sleep(away)
                away = min(away * 2, _AWAY_LONGEST)
            except Exception as error:
                attempts += 1
                telemetry.events_consumed.labels(item.subject, "failed").inc()
                _log.exception("event_failed", subject=item.subject, key=item.envelope.key, attempts=attempts)
                if attempts > len(_DELAYS):
                    self._park(item, f"{type(error).__name__}: {error}", attempts)
                    return
                self._sleep(_DELAYS[attempts - 1])

    def _sleep(self, seconds: float) -> None:
        if self.stopping.wait(seconds):
            raise _Stopped

    def _apply(self, batch: list[_Received]) -> None:
        outcomes: list[tuple[str, str]] = []
        with self._advancing(batch) as tx:
            unread = [item for item in batch if item.sequence > self.positions[item.subject]]
            fresh = self._note(tx, unread)
            for item in unread:
                if item.envelope.event_id not in fresh:
                    outcomes.append((item.subject, "repeated"))
                    continue
                fresh.discard(item.envelope.event_id)
                if item.error is not None:
                    self._write_letter(tx, item, item.error, 1)
                    outcomes.append((item.subject, "parked"))
                    continue
                run_handler(tx, item.subscription, item.envelope, item.trace)
                outcomes.append((item.subject, "handled"))
        for subject, outcome in outcomes:
            telemetry.events_consumed.labels(subject, outcome).inc()

    def _park(self, item: _Received, error: str, attempts: int) -> None:
        away = _AWAY_SHORTEST
        while True:
            try:
                with self._advancing([item]) as tx:
                    self._note(tx, [item])
                    self._write_letter(tx, item, error, attempts)
                break
            except Unavailable:
                self._sleep(away)
                away = min(away * 2, _AWAY_LONGEST)
        telemetry.events_consumed.labels(item.subject, "parked").inc()
        _log.error("event_parked", subject=item.subject, key=item.envelope.key, error=error)

    @contextmanager
    def _advancing(self, batch: list[_Received]) -> Iterator[Tx]:
        """A transaction at whose end everything up to the last of `batch` counts as read."""
        last = batch[-1].sequence
        moved = {subject: max(sequence, last) for subject, sequence in self.positions.items()}
        with database().transaction(as_service(self.service)) as tx:
            if _positions(tx.connection, list(self.positions), lock=True) != self.positions:
                raise _Moved
            yield tx
            tx.execute(_ADVANCE, {"subjects": list(self.positions), "last": last})
        self.positions = moved

    def _note(self, tx: Tx, items: list[_Received]) -> set[uuid.UUID]:
        """Write the inbox rows of `items`; the ids that were not there before."""
        rows = [{"event_id": item.envelope.event_id, "subject": item.subject} for item in items]
        if not rows:
            return set()
        statement = insert(tables.inbox).values(rows).on_conflict_do_nothing().returning(tables.inbox.c.event_id)
        return set(tx.execute(statement).scalars())

    def _write_letter(self, tx: Tx, item: _Received, error: str, attempts: int) -> None:
        envelope = item.envelope
        values: dict[str, Any] = {
            "subject": envelope.subject,
            "key": envelope.key,
            "payload": envelope.payload,
            "actor": actor_json(envelope.actor),
            "error": log.hidden(error)[:2000],
            "attempts": attempts,
        }
        statement = insert(tables.dead_letter).values(event_id=envelope.event_id, **values)
        tx.execute(statement.on_conflict_do_update(index_elements=["event_id"], set_=values))

    def _stored_positions(self) -> dict[str, int]:
        with database().read() as connection:
            return _positions(connection, list(self.by_subject))

    def _load_positions(self, last: int) -> dict[str, int]:
        """The position to continue from. A new subscription starts at the beginning of the stream; so does everything
        when the stream is shorter than what was read, for then it is another stream."""
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
_OURS = _position.subject == sa.any_(sa.bindparam("subjects", type_=sa.ARRAY(sa.Text)))
_ADVANCE = (
    sa.update(tables.event_position)
    .where(_OURS)
    .values(sequence=sa.func.greatest(_position.sequence, sa.bindparam("last", type_=sa.BigInteger)))
)
_RESTART = sa.update(tables.event_position).where(_OURS).values(sequence=0)
_SELECT = sa.select(_position.subject, _position.sequence).where(_OURS).order_by(_position.subject)


def _positions(connection: sa.Connection, subjects: list[str], *, lock: bool = False) -> dict[str, int]:
    statement = _SELECT.with_for_update() if lock else _SELECT
    rows = connection.execute(statement, {"subjects": subjects})
    return {row.subject: row.sequence for row in rows}


def _event_id(message: Msg, sequence: int) -> uuid.UUID:
    """The id a message carries, or one made from its place in the stream."""
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
    """One reader for each service whose events are subscribed to."""
    publishers = sorted({subscription.event.service for subscription in subscriptions})
    return [
        Reader(service, publisher, [one for one in subscriptions if one.event.service == publisher], client)
        for publisher in publishers
    ]
