"""From outbox to effect over a real stream: order, duplicates, failures, replay."""

from __future__ import annotations

import asyncio
import time
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from kit import context
from kit.database import Database, tables
from kit.errors import Unavailable
from kit.events import Envelope, consumer, dead_letters, relay, replay, restream, streams
from kit.policy import as_service
from kit.settings import settings
from services.kit.tests.streaming import (
    _empty_stream,
    _quick,
    count,
    delete_stream,
    heard,
    lock_holder,
    reached,
    run,
    service,
    tell,
)

__all__ = ["_empty_stream", "_quick", "service"]

pytestmark = pytest.mark.component


def test_events_arrive_in_order_and_leave_the_outbox(service: Any, database: Database) -> None:
    tell(database, *range(1, 501))
    run(service, lambda: len(heard(database)) == 500)
    assert heard(database) == list(range(1, 501))
    assert count(database, tables.outbox) == 0
    tell(database, 501)
    run(service, lambda: 501 in heard(database))
    assert heard(database) == list(range(1, 502))


def test_event_published_again_is_not_applied_again(service: Any, database: Database) -> None:
    tell(database, 1, 2)
    with database.read() as connection:
        rows = connection.execute(sa.select(tables.outbox)).mappings().all()
    run(service, lambda: len(heard(database)) == 2)
    with database.transaction(as_service("toypub")) as tx:
        tx.execute(sa.insert(tables.outbox), [dict(row) for row in rows])

    async def out_of_the_window(client: Any) -> None:
        """Publish the event again with another message id, as after the duplicate window."""
        message = await client.jetstream().get_msg("STAFFROOM_TOYPUB", 1)
        await client.jetstream().publish("toypub.thing.changed", message.data)

    run(service, lambda: count(database, tables.outbox) == 0, out_of_the_window)
    tell(database, 3)
    run(service, lambda: 3 in heard(database))
    assert heard(database) == [1, 2, 3]


def test_lost_message_holds_back_those_after_it(
    service: Any, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The third of five messages is lost: the server refuses the fourth and the fifth."""
    monkeypatch.setattr(relay, "_ACK_TIMEOUT", 1.0)  # no acknowledgement comes
    tell(database, 1, 2, 3, 4, 5)

    async def once() -> None:
        client: Any = await streams.connect("test")
        js = client.jetstream(timeout=1)
        await streams.ensure_stream(js, "toypub")
        connection = await lock_holder()
        publish, calls = client.publish, 0

        async def losing(*arguments: Any, **more: Any) -> None:
            nonlocal calls
            calls += 1
            if calls != 3:
                await publish(*arguments, **more)

        client.publish = losing
        sender = relay.Relay("toypub", client, connection)
        assert await sender.publish_batch(js) == 2
        client.publish = publish
        assert (await js.stream_info("STAFFROOM_TOYPUB")).state.messages == 2
        assert [await sender.publish_batch(js) for _ in range(2)] == [3, 0]
        await client.close()
        await connection.close()

    asyncio.run(once())
    run(service, lambda: len(heard(database)) == 5)
    assert heard(database) == [1, 2, 3, 4, 5]


def test_resent_rows_are_not_overtaken(service: Any, database: Database) -> None:
    """All events of one thing are on the stream, without acknowledgements; others were committed later."""
    tell(database, *range(1, 41), things=2)

    async def half() -> None:
        client = await streams.connect("test")
        js = client.jetstream()
        await streams.ensure_stream(js, "toypub")
        connection = await lock_holder()
        sender = relay.Relay("toypub", client, connection)
        outcomes = await sender._publish(js, (await sender._read())[0:30:2])
        assert not [outcome for outcome in outcomes if isinstance(outcome, BaseException)]
        await client.close()
        await connection.close()

    asyncio.run(half())
    run(service, lambda: len(heard(database)) == 40)
    assert [step for step in heard(database) if step % 2] == list(range(1, 41, 2))
    assert [step for step in heard(database) if step % 2 == 0] == list(range(2, 41, 2))


def test_failing_event_is_parked_after_five_attempts_and_can_be_delivered(service: Any, database: Database) -> None:
    from toysub import wiring

    wiring.broken.add("rotten")
    try:
        tell(database, 1)
        tell(database, 2, note="rotten")
        tell(database, 3)
        run(service, lambda: 3 in heard(database))
        assert heard(database) == [1, 3]
        [letter] = dead_letters.find_all()
        assert (letter["attempts"], letter["key"], letter["payload"]["step"]) == (5, "1", 2)
        assert "cannot bear" in letter["error"]
        with pytest.raises(RuntimeError):
            dead_letters.deliver("toysub", service.subscriptions, letter["event_id"])
        assert len(dead_letters.find_all()) == 1
    finally:
        wiring.broken.clear()
    dead_letters.deliver("toysub", service.subscriptions, letter["event_id"])
    assert heard(database) == [1, 3, 2]
    assert dead_letters.find_all() == []
    with pytest.raises(LookupError):
        dead_letters.deliver("toysub", service.subscriptions, letter["event_id"])


def test_unavailable_dependency_is_retried_and_nothing_overtakes(
    service: Any, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = 0
    plain = consumer.run_handler

    def away_at_first(tx: Any, subscription: Any, envelope: Any, trace: Any = None) -> None:
        nonlocal tries
        if envelope.payload["step"] == 1:
            tries += 1
            if tries < 12:
                raise Unavailable("the database is away")
        plain(tx, subscription, envelope, trace)

    monkeypatch.setattr(consumer, "run_handler", away_at_first)
    tell(database, 1, 2)
    run(service, lambda: len(heard(database)) == 2)
    assert heard(database) == [1, 2]
    assert dead_letters.find_all() == []


def test_invalid_message_is_parked_at_once(service: Any, database: Database) -> None:
    async def garbage(client: Any) -> None:
        js = client.jetstream()
        await streams.ensure_stream(js, "toypub")
        await js.publish("toypub.thing.changed", b"\xff\x00 not json")
        await js.publish("toypub.thing.changed", b'{"eventId": 1}', headers={"Nats-Msg-Id": str(uuid.uuid4())})

    run(service, lambda: count(database, tables.dead_letter) == 2, garbage)
    tell(database, 1)
    run(service, lambda: heard(database) == [1])


def test_unpublishable_row_does_not_block_the_others(service: Any, database: Database) -> None:
    tell(database, 1, subject="elsewhere.thing.changed")
    tell(database, 2, note="x" * 1_100_000)
    tell(database, 3)
    run(service, lambda: 3 in heard(database))
    assert count(database, tables.outbox) == 0
    assert count(database, tables.dead_letter) == 2


def test_replay_reads_everything_again_in_order(service: Any, database: Database) -> None:
    tell(database, 1, 2, 3)
    run(service, lambda: len(heard(database)) == 3)
    between = datetime.now(UTC)
    time.sleep(0.05)
    tell(database, 4)
    run(service, lambda: 4 in heard(database))

    assert replay.replay("toysub", "toypub.thing.changed", between) == 3
    run(service, lambda: len(heard(database)) == 5)
    assert heard(database) == [1, 2, 3, 4, 4]

    async def while_running(client: Any) -> None:
        await asyncio.sleep(0.3)
        await asyncio.to_thread(replay.replay, "toysub", "toypub.thing.changed")

    run(service, lambda: len(heard(database)) == 9, while_running)
    assert heard(database) == [1, 2, 3, 4, 4, 1, 2, 3, 4]
    with pytest.raises(LookupError):
        replay.replay("toysub", "toypub.thing.unknown")
    assert replay.replay("toysub", "toypub.thing.changed", datetime.now(UTC) + timedelta(hours=1)) == 4


def test_stream_of_a_new_database_is_read_from_its_beginning(service: Any, database: Database) -> None:
    tell(database, 1, 2, 3)
    run(service, lambda: len(heard(database)) == 3)
    delete_stream()
    with database.transaction(as_service("toypub")) as tx:
        tx.execute(sa.delete(tables.published))
    tell(database, 4)
    run(service, lambda: 4 in heard(database))
    assert heard(database) == [1, 2, 3, 4]


def test_superseded_reader_cannot_move_the_position(service: Any, database: Database) -> None:
    """After a second reader has taken over, the first can apply nothing."""
    tell(database, 1)
    run(service, lambda: heard(database) == [1])
    reader = consumer.readers("toysub", service.subscriptions, None)[0]  # type: ignore[arg-type]
    reader.positions = {"toypub.thing.changed": 0}
    with pytest.raises(consumer._PositionMoved), reader._advancing([_received(service, 1)]):
        pytest.fail("must not get here")


def _received(service: Any, sequence: int) -> Any:
    who = as_service("toypub")
    envelope = Envelope(uuid.uuid4(), "toypub.thing.changed", "1", {}, who, "", datetime.now(UTC))
    return consumer._Delivery(sequence, service.subscriptions[0], envelope, None, {})


def test_one_events_process_works_and_the_next_takes_over(service: Any, database: Database) -> None:
    from kit.processes import events as process

    first, second = (process.EventsProcess("toypub", [], []) for _ in range(2))

    async def two() -> None:
        leading = asyncio.create_task(first._lead())
        await asyncio.sleep(0.5)
        waiting = asyncio.create_task(second._lead())
        tell(database, 1)
        await reached(lambda: not count(database, tables.outbox))
        with psycopg.connect(settings().database_url) as connection:
            # The server also has other services' databases, each with its own leader.
            locks = (
                "select count(*) from pg_locks join pg_database d on d.oid = database "
                "where locktype = 'advisory' and granted and datname = current_database() and objid = %s"
            )
            leader = connection.execute(locks, (restream.LEADER_LOCK,)).fetchone()
        assert leader == (1,)
        leading.cancel()
        await asyncio.gather(leading, return_exceptions=True)
        tell(database, 2)
        await reached(lambda: not count(database, tables.outbox), 5)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)

    asyncio.run(two())


def asleep() -> bool:
    with psycopg.connect(settings().database_url) as connection:
        query = "select pg_try_advisory_xact_lock_shared(%s)"
        row = connection.execute(query, (relay.ASLEEP_LOCK,)).fetchone()
    return row == (False,)


def test_commit_wakes_a_sleeping_relay(service: Any, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "_SLEEP", 3600.0)

    async def write(_: Any) -> None:
        for step in (1, 2):
            await reached(asleep)
            await asyncio.to_thread(tell, database, step)
            await reached(lambda step=step: step in heard(database))

    run(service, lambda: count(database, tables.outbox) == 0, write)


def test_relay_sleeps_only_after_all_open_writers_have_committed(
    service: Any, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They have seen it awake, so that none of them would wake it."""
    monkeypatch.setattr(relay, "_SLEEP", 3600.0)
    tried = asyncio.Event()
    try_lock = restream.try_lock

    async def noted(*lock: Any) -> bool:
        is_locked = await try_lock(*lock)
        tried.set()
        return is_locked

    monkeypatch.setattr(restream, "try_lock", noted)
    with database.transaction(as_service("toypub")) as tx:
        from toypub.wiring import THING_CHANGED

        tx.publish(THING_CHANGED, 1, {"thingId": 1, "step": 1, "note": ""})

        async def commit(_: Any) -> None:
            await asyncio.wait_for(tried.wait(), 10)
            assert not await asyncio.to_thread(asleep)
            tx.connection.commit()
            await reached(lambda: heard(database) == [1])
            await reached(asleep)

        run(service, lambda: count(database, tables.outbox) == 0, commit)


def test_publisher_applies_the_stream_settings(
    service: Any, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def days(account: str, kept: int) -> float | None:
        monkeypatch.setattr(settings(), "events_days", kept)
        monkeypatch.setattr(context, "service", lambda: account)
        client = await streams.connect("test")
        js = client.jetstream()
        await streams.ensure_stream(js, "toypub")
        config = (await js.stream_info("STAFFROOM_TOYPUB")).config
        await client.close()
        assert config.num_replicas == 1
        return config.max_age

    assert asyncio.run(days("toysub", 0)) == 0
    assert asyncio.run(days("toysub", 30)) == 0, "a subscriber changes nobody's stream"
    assert asyncio.run(days("toypub", 30)) == 30 * 24 * 3600
    assert asyncio.run(days("toypub", 0)) == 0
