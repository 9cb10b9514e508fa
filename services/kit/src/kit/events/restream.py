"""The log of a stream (`published`) in the publisher's database, and the stream, each rebuilt from the other.

A backup holds the databases. The stream is rebuilt from the log so that every message keeps its sequence number, and
the positions in the subscribers' databases stay valid. A number without a row becomes a message on `<service>.gap`,
which has no reader.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, LiteralString

import psycopg
from nats.js.api import PubAck, RawStreamMsg
from nats.js.client import JetStreamContext
from nats.js.errors import NotFoundError

from kit.events import streams
from kit.settings import settings
from kit.telemetry import log

_log = log.get(__name__)

Connection = psycopg.AsyncConnection[Any]

MOST_UNLOGGED = 200
"""Rows that the relay sends at once: subscribers may be this far ahead of the log when the relay is killed."""
LEADER_LOCK = 7_266_001
"""Key of the advisory lock of the active events process; each service has a database of its own."""
_BATCH = 500

_TOP = "select coalesce(max(sequence), 0) from published"
_EVENT_AT = "select event_id::text from published where sequence = %s"
_WAITING = "select 1 from outbox where event_id::text = %s"
_ROWS = """
select sequence, event_id::text, subject, request_id, body from published
where sequence > %s and sequence <= %s order by sequence
"""
_INSERT = """
insert into published (sequence, event_id, subject, request_id, body, published)
values (%s, %s, %s, %s, %s, %s) on conflict (sequence) do nothing
"""


async def value(connection: Connection, query: LiteralString, *parameters: int | str | None) -> Any:
    """Return the first column of the first row, None without a row."""
    row = await (await connection.execute(query, parameters)).fetchone()
    return row[0] if row else None


async def try_lock(connection: Connection, key: int) -> bool:
    """Take an advisory lock for the lifetime of the session, unless another session has it."""
    return bool(await value(connection, "select pg_try_advisory_lock(%s)", key))


class StreamDiffers(Exception):
    """The stream has messages that differ from the log; the text says how to rebuild it."""

    def __init__(self, service: str) -> None:
        super().__init__(
            f"the stream {streams.stream_name(service)} is not that of this database: stop the events processes of all "
            f"services and run `python -m kit restream {service} --anew`"  # allow words-of-a-manual: its own flag
        )


class Busy(Exception):
    """The events process of the service is running."""


def restream(service: str, to: int = 0, *, recreate: bool = False) -> int:
    """Rebuild the stream of `service` from its log, with gaps up to the sequence `to`, and return its last sequence.

    `to` is the highest position of any subscriber, which may be ahead of the log. `recreate` deletes the stream first,
    and its last sequence then counts for `to` as well. Raises Busy, StreamDiffers, and errors of the servers.
    """
    return asyncio.run(_restream(service, to, recreate))


async def _restream(service: str, to: int, recreate: bool) -> int:
    client = await streams.connect("restream")
    try:
        js = client.jetstream(timeout=30)
        async with await psycopg.AsyncConnection.connect(settings().database_url, autocommit=True) as connection:
            if not await try_lock(connection, LEADER_LOCK):
                raise Busy(f"the events process of {service} runs: stop it first")
            if recreate:
                await streams.ensure_stream(js, service)
                to = max(to, await _last(js, service))
                await js.delete_stream(streams.stream_name(service))
            return await rebuild(js, connection, service, to)
    finally:
        await client.close()


@dataclass(frozen=True)
class _Message:
    subject: str
    body: bytes
    headers: dict[str, str]


async def agree(js: JetStreamContext, connection: Connection, service: str) -> None:
    """Prepare the stream before the relay publishes: fill an empty log from a stream that is older than the log, and
    extend a stream that has lost messages. Raises StreamDiffers."""
    top, last = await _top(connection), await _last(js, service)
    if not top and last:
        await _fill(js, connection, service, last)
    elif last < top:
        # Subscribers may have read further than the log; no new message may have a number that they have passed.
        await rebuild(js, connection, service, top + MOST_UNLOGGED)
        _log.warning("events_stream_rebuilt", stream=streams.stream_name(service), had=last, log=top)
    else:
        await _compare(js, connection, service, top)
        await _find_unlogged(js, connection, service, top, last)


async def rebuild(js: JetStreamContext, connection: Connection, service: str, to: int = 0) -> int:
    """Append to the stream everything that the log has beyond its end, and gaps up to `to`. Return the last sequence.

    May be repeated after a break. Raises StreamDiffers.
    """
    await streams.ensure_stream(js, service)
    last = await _last(js, service)
    end = max(await _top(connection), to)
    await _compare(js, connection, service, last)
    repeated: set[int] = set()
    while last < end:
        streams.raise_if_cancelled()
        batch = await _messages(connection, service, last, min(last + _BATCH, end), repeated)
        outcomes = await _publish(js, service, last, batch)
        for outcome in outcomes:
            if isinstance(outcome, PubAck) and outcome.duplicate:
                repeated.add(last + 1)  # the log has this event twice; the first is on the stream
                break
            if isinstance(outcome, BaseException):
                raise outcome
            last += 1
    return last


async def _messages(connection: Connection, service: str, after: int, up_to: int, repeated: set[int]) -> list[_Message]:
    """Return the messages with the sequences after `after` up to `up_to`, gaps included."""
    gap = _Message(f"{service}.gap", b"", {})
    rows = await (await connection.execute(_ROWS, (after, up_to), binary=True)).fetchall()
    known = {
        sequence: _Message(subject, body, {"Nats-Msg-Id": event_id, "Request-Id": request_id})
        for sequence, event_id, subject, request_id, body in rows
        if sequence not in repeated
    }
    return [known.get(sequence, gap) for sequence in range(after + 1, up_to + 1)]


async def _publish(
    js: JetStreamContext, service: str, last: int, messages: Sequence[_Message]
) -> list[PubAck | BaseException]:
    """Publish all at once; the server accepts each only after the previous one."""
    stream = streams.stream_name(service)
    tasks = [
        js.publish(
            message.subject,
            message.body,
            timeout=30,
            stream=stream,
            headers=message.headers | {"Nats-Expected-Last-Sequence": str(last + index)},
        )
        for index, message in enumerate(messages)
    ]
    return await asyncio.gather(*tasks, return_exceptions=True)


async def _compare(js: JetStreamContext, connection: Connection, service: str, sequence: int) -> None:
    """Compare one message of the stream with its row in the log; a deleted message does not differ."""
    if not sequence or (message := await _message(js, service, sequence)) is None:
        return
    logged = await value(connection, _EVENT_AT, sequence)
    on_stream = (message.headers or {}).get("Nats-Msg-Id")
    if logged is not None and message.subject != f"{service}.gap" and on_stream != logged:
        raise StreamDiffers(service)


async def _find_unlogged(js: JetStreamContext, connection: Connection, service: str, top: int, last: int) -> None:
    """Find the last message beyond the log in the outbox. If it is not there, it belongs to a future that a restore has
    undone."""
    message = await _message(js, service, last) if last > top else None
    if message is None or not (event_id := (message.headers or {}).get("Nats-Msg-Id")):
        return
    if await value(connection, _WAITING, event_id) is None:
        raise StreamDiffers(service)


async def _fill(js: JetStreamContext, connection: Connection, service: str, last: int) -> None:
    """Copy the whole stream into the log, or nothing."""
    prefix, written = f"{service}.", 0
    async with connection.transaction(), connection.cursor() as cursor:
        for first in range(1, last + 1, _BATCH):
            sequences = range(first, min(first + _BATCH, last + 1))
            messages = await asyncio.gather(*(_message(js, service, sequence) for sequence in sequences))
            rows = [
                (message.seq, event_id, message.subject, headers.get("Request-Id", ""), message.data, message.time)
                for message in messages
                if message is not None and (message.subject or "").startswith(prefix)
                if (event_id := (headers := message.headers or {}).get("Nats-Msg-Id"))
            ]
            await cursor.executemany(_INSERT, rows)
            written += len(rows)
    _log.info("events_log_filled", stream=streams.stream_name(service), messages=written)


async def _message(js: JetStreamContext, service: str, sequence: int) -> RawStreamMsg | None:
    try:
        return await js.get_msg(streams.stream_name(service), sequence)
    except NotFoundError:
        return None


async def _last(js: JetStreamContext, service: str) -> int:
    return int((await js.stream_info(streams.stream_name(service))).state.last_seq)


async def _top(connection: Connection) -> int:
    return int(await value(connection, _TOP))
