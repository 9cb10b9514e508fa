"""The log of the stream: a stream is rebuilt from it, for any point in time to which a backup may go back."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from nats.js.client import JetStreamContext

from kit.__main__ import main
from kit.database import Database, tables
from kit.events import consumer, relay, restream, streams
from kit.policy import as_service
from kit.settings import settings
from services.kit.tests.streaming import (
    STREAM,
    _empty_stream,
    _quick,
    count,
    delete_stream,
    heard,
    lock_holder,
    run,
    service,
    tell,
)

__all__ = ["_empty_stream", "_quick", "service"]

pytestmark = pytest.mark.component

NOBODY = SimpleNamespace(subscriptions=[])
"""A service without subscriptions: the relay runs alone."""
KEPT = ("published", "outbox", "inbox", "event_position", "heard")
"""Tables with the state of this publisher and subscriber; a backup has their state at one time."""


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restream, "_BATCH", 50)


def messages() -> dict[int, tuple[str, str | None, bytes]]:
    """Subject, message id and body by sequence."""

    async def read() -> dict[int, tuple[str, str | None, bytes]]:
        client = await streams.connect("test")
        js = client.jetstream()
        last = (await js.stream_info(STREAM)).state.last_seq
        messages = await asyncio.gather(*(js.get_msg(STREAM, sequence) for sequence in range(1, last + 1)))
        await client.close()
        return {
            int(message.seq or 0): (
                str(message.subject),
                (message.headers or {}).get("Nats-Msg-Id"),
                message.data or b"",
            )
            for message in messages
        }

    return asyncio.run(read())


def backup(label: str = "kept") -> None:
    """Copy the tables at one point in time."""
    with psycopg.connect(settings().database_url) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        for name in KEPT:
            connection.execute(f"create table seed.{label}_{name} as table {name}")


def restore(label: str = "kept") -> int:
    """Go back to that point in time, with an empty stream; return the highest position."""
    delete_stream()
    with psycopg.connect(settings().database_url) as connection:
        for name in KEPT:
            connection.execute(f"delete from {name}")
            connection.execute(f"insert into {name} overriding system value table seed.{label}_{name}")
            connection.execute(f"drop table seed.{label}_{name}")
        row = connection.execute("select coalesce(max(sequence), 0) from event_position").fetchone()
    assert row is not None
    return int(row[0])


def positions(database: Database) -> int:
    with database.read() as connection:
        return int(connection.execute(sa.select(sa.func.max(tables.event_position.c.sequence))).scalar_one())


def test_log_has_every_message_as_published(service: Any, database: Database) -> None:
    tell(database, *range(1, 241))
    run(service, lambda: len(heard(database)) == 240)
    with database.read() as connection:
        rows = connection.execute(sa.select(tables.published).order_by(tables.published.c.sequence)).all()
    assert {row.sequence: (row.subject, str(row.event_id), row.body) for row in rows} == messages()
    assert len(rows) == 240


def test_stream_is_rebuilt_message_by_message(service: Any, database: Database) -> None:
    tell(database, *range(1, 131))
    run(service, lambda: len(heard(database)) == 130)
    before = messages()
    with database.transaction(as_service("toypub")) as tx:
        tx.execute(sa.delete(tables.published).where(tables.published.c.sequence.in_([1, 7, 8, 60])))
    delete_stream()
    assert restream.restream("toypub", to=140) == 140
    after = messages()
    gaps = {1, 7, 8, 60, *range(131, 141)}
    assert {sequence for sequence, message in after.items() if message == ("toypub.gap", None, b"")} == gaps
    assert all(after[sequence] == message for sequence, message in before.items() if sequence not in gaps)
    assert restream.restream("toypub", to=140) == 140, "a second run has nothing to do"


def test_interrupted_rebuild_is_continued(service: Any, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    tell(database, *range(1, 131))
    run(service, lambda: len(heard(database)) == 130)
    before = messages()
    delete_stream()
    publish, calls = JetStreamContext.publish, 0

    async def broken_off(self: Any, *arguments: Any, **more: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls in (70, 73):
            raise TimeoutError("broken off")
        return await publish(self, *arguments, **more)

    monkeypatch.setattr(JetStreamContext, "publish", broken_off)
    with pytest.raises(TimeoutError):
        restream.restream("toypub")
    assert restream.restream("toypub") == 130
    assert messages() == before


def test_restore_between_acknowledgement_and_log_applies_each_event_once(service: Any, database: Database) -> None:
    """The relay was killed before it wrote the log, and the subscriber had applied its messages: it is ahead of the
    log."""
    tell(database, 1, 2, 3)
    run(service, lambda: len(heard(database)) == 3)
    tell(database, 4, 5, 6)

    async def acknowledged_only() -> None:
        client = await streams.connect("test")
        js = client.jetstream()
        connection = await lock_holder()
        sender = relay.Relay("toypub", client, connection)
        await sender._publish(js, await sender._read())
        reader = asyncio.create_task(consumer.readers("toysub", service.subscriptions, client)[0].run())
        while len(heard(database)) < 6:
            await asyncio.sleep(0.05)
        reader.cancel()
        await asyncio.gather(reader, return_exceptions=True)
        await client.close()
        await connection.close()

    asyncio.run(acknowledged_only())
    assert (count(database, tables.published), count(database, tables.outbox), positions(database)) == (3, 3, 6)
    backup()
    run(service, lambda: count(database, tables.outbox) == 0)
    tell(database, 7)
    run(service, lambda: 7 in heard(database))

    ahead = restore()
    assert ahead == 6
    assert restream.restream("toypub", ahead) == 6
    tell(database, 8)
    run(service, lambda: 8 in heard(database))
    assert heard(database) == [1, 2, 3, 4, 5, 6, 8]
    assert positions(database) == 10


@pytest.mark.all
def test_any_time_under_load_can_be_restored(service: Any, database: Database) -> None:
    """Take snapshots while events are written, sent and applied: after each restore, every event is applied once and in
    order."""
    dice = random.Random(11)
    step, done = 0, threading.Event()

    def write() -> None:
        nonlocal step
        while not done.is_set():
            tell(database, *range(step + 1, step + 41))
            step += 40

    moments = 0

    async def moments_meanwhile(_: Any) -> None:
        nonlocal moments
        for moments in range(1, 7):
            await asyncio.sleep(dice.uniform(0.05, 0.3))
            await asyncio.to_thread(backup, f"m{moments}")
        done.set()

    writer = threading.Thread(target=write)
    writer.start()
    run(service, lambda: not writer.is_alive() and len(heard(database)) == step, moments_meanwhile)
    ahead_of_log = 0
    for moment in range(1, moments + 1):
        highest = restore(f"m{moment}")
        with database.read() as connection:
            steps = "select max((payload->>'step')::int), count(*) from outbox"
            written, waiting = connection.execute(sa.text(steps)).one()
            logged = connection.execute(sa.select(sa.func.max(tables.published.c.sequence))).scalar() or 0
        applied = len(heard(database))
        ahead_of_log += highest > logged
        restream.restream("toypub", highest)
        expected = written or applied
        run(service, lambda expected=expected: len(heard(database)) >= expected and count(database, tables.outbox) == 0)
        time.sleep(0.3)
        assert heard(database) == list(range(1, expected + 1)), f"moment {moment}: {applied} applied, {waiting} waiting"
    assert count(database, tables.dead_letter) == 0


def test_server_that_lost_its_data_gets_it_back(service: Any, database: Database) -> None:
    """Not even the inbox is needed: the positions are valid, and subscribers wait until the stream reaches them."""
    tell(database, *range(1, 131))
    run(service, lambda: len(heard(database)) == 130)
    before = messages()
    delete_stream()
    with database.transaction(as_service("toysub")) as tx:
        tx.execute(sa.delete(tables.inbox))
    tell(database, 131)
    run(service, lambda: 131 in heard(database))
    assert heard(database) == list(range(1, 132))
    after = messages()
    assert {sequence: after[sequence] for sequence in before} == before
    assert positions(database) == 130 + restream.MOST_UNLOGGED + 1


def test_log_of_an_older_installation_is_filled_from_its_stream(service: Any, database: Database) -> None:
    tell(database, *range(1, 131))
    run(service, lambda: len(heard(database)) == 130)
    with database.transaction(as_service("toypub")) as tx:
        logged = tx.all(sa.select(tables.published.c["sequence", "event_id", "subject", "request_id", "body"]))
        tx.execute(sa.delete(tables.published))
    tell(database, 131)
    run(service, lambda: 131 in heard(database))
    with database.read() as connection:
        rows = connection.execute(
            sa.select(tables.published.c["sequence", "event_id", "subject", "request_id", "body"])
        )
        filled = {row.sequence: dict(row._mapping) for row in rows}
    assert [filled[row["sequence"]] for row in logged] == [dict(row) for row in logged]
    assert len(filled) == 131


def test_stream_of_an_undone_future_stops_the_relay(
    service: Any, database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    """The database went back, the server did not: nothing is published until the stream is rebuilt."""
    tell(database, 1, 2)
    run(service, lambda: len(heard(database)) == 2)
    backup()
    tell(database, 3)
    run(service, lambda: 3 in heard(database))

    with psycopg.connect(settings().database_url) as connection:  # restored, without its stream
        for name in KEPT:
            connection.execute(f"delete from {name}")
            connection.execute(f"insert into {name} overriding system value table seed.kept_{name}")
            connection.execute(f"drop table seed.kept_{name}")
    flag = "--anew"  # allow words-of-a-manual: the flag itself
    with pytest.raises(restream.StreamDiffers, match=f"restream toypub {flag}"):
        run(NOBODY, lambda: False)
    assert main(["restream", "toypub", flag]) == 0
    assert "ends with message 3" in capsys.readouterr().out
    tell(database, 4)
    run(service, lambda: 4 in heard(database))
    assert heard(database) == [1, 2, 4]


def test_different_stream_stops_the_relay(service: Any, database: Database) -> None:
    tell(database, 1, 2)
    run(service, lambda: len(heard(database)) == 2)
    with database.transaction(as_service("toypub")) as tx:
        tx.execute(sa.update(tables.published).values(event_id=sa.func.gen_random_uuid()))
    with pytest.raises(restream.StreamDiffers):
        run(NOBODY, lambda: False)


def test_event_twice_in_the_log_is_once_on_the_stream(service: Any, database: Database) -> None:
    """A row was sent again outside of the duplicate window."""
    tell(database, 1, 2)
    run(service, lambda: len(heard(database)) == 2)
    with database.transaction(as_service("toypub")) as tx:
        columns = "event_id, subject, request_id, body"
        tx.execute(
            sa.text(
                f"insert into published (sequence, {columns}) select 3, {columns} from published where sequence = 1"
            )
        )
    delete_stream()
    assert restream.restream("toypub") == 3
    assert messages()[3][0] == "toypub.gap"


def test_stream_is_not_rebuilt_under_a_running_relay(
    service: Any, database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    with psycopg.connect(settings().database_url) as connection:
        connection.execute("select pg_advisory_lock(%s)", (restream.LEADER_LOCK,))
        assert main(["restream", "toypub"]) == 1
    assert capsys.readouterr().err == "the events process of toypub runs: stop it first\n"
