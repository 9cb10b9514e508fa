"""Broken connections: replaced at checkout, never returned to the pool, always answered as 503."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from kit import telemetry
from kit.database import Database, Disconnected, pool, transactions
from kit.database.transactions import STREAM_CHUNK
from kit.errors import Conflict, Refused, Unavailable, conflict_if
from kit.settings import settings
from services.kit.tests.ways import ONE, WHO, looks, reads, writes

pytestmark = pytest.mark.component

Ends = Callable[[], int]
LONG = f"select n from generate_series(1, {STREAM_CHUNK * 3}) n"


def streams(database: Database) -> None:
    assert sum(map(len, database.stream(LONG, {}))) == STREAM_CHUNK * 3


WAYS = [reads, looks, writes, streams]


@pytest.mark.parametrize("way", WAYS)
def test_stale_connections_are_replaced_as_they_leave_the_pool(
    database: Database, end_sessions: Ends, way: Callable[[Database], None]
) -> None:
    with contextlib.ExitStack() as open_at_once:
        for _ in range(3):
            open_at_once.enter_context(database.read())
            open_at_once.enter_context(database.transaction(WHO)).scalar(ONE)
    assert end_sessions() >= 6
    for _ in range(3):
        way(database)


def test_a_stream_that_broke_leaves_no_broken_connection(database: Database, end_sessions: Ends) -> None:
    for _ in range(3):
        rows = database.stream(LONG, {})
        assert len(next(rows)) == STREAM_CHUNK
        end_sessions()
        with pytest.raises(Disconnected):
            next(rows)
    in_use, _ = database.pool_state()["transactions"]
    assert in_use == 0
    for way in WAYS:
        way(database)


def test_a_stream_that_is_left_gives_its_connection_back_clean(database: Database) -> None:
    for _ in range(20):  # more than the pool has
        rows: Any = database.stream(LONG, {})
        next(rows)
        rows.close()
    assert database.pool_state()["transactions"][0] == 0
    writes(database)


def test_one_lost_connection_condemns_those_of_its_age(
    database: Database, end_sessions: Ends, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cut cable sends no message: only a query finds it, and the first one invalidates all."""
    with database.read(), database.read():
        pass
    before = set(_backends(database))
    with pytest.raises(Disconnected), database.cursor() as cursor:
        end_sessions()
        cursor.execute("select 1")
    monkeypatch.setattr(pool, "_stale", lambda *_: False)
    for _ in range(4):
        looks(database)
    assert not before & set(_backends(database))
    database.dispose()  # those that were made unseen


def _backends(database: Database) -> list[int]:
    """Return the backend pids of two connections."""
    with database.cursor() as one, database.cursor() as other:
        return [one.connection.info.backend_pid, other.connection.info.backend_pid]


def test_a_transaction_that_goes_on_after_its_connection_was_lost_is_told_so(
    database: Database, end_sessions: Ends
) -> None:
    with pytest.raises(Disconnected), database.transaction(WHO) as tx:
        tx.scalar(ONE)
        end_sessions()
        with pytest.raises(sa.exc.DBAPIError):
            tx.scalar(ONE)
        tx.scalar(ONE)
    with pytest.raises(Disconnected), database.transaction(WHO) as tx:
        tx.scalar(ONE)
        with tx.connection.begin_nested():
            end_sessions()
            tx.scalar(ONE)
    with pytest.raises(Disconnected), database.transaction(WHO) as tx:
        tx.scalar(ONE)
        end_sessions()  # and the commit finds out


def test_a_transaction_holds_its_locks_until_it_ends(database: Database) -> None:
    held = sa.text("select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()")
    with database.transaction(WHO) as tx:
        tx.lock("this parcel", "that parcel")
        assert tx.scalar(held) == 2
    with database.transaction(WHO) as tx:
        assert tx.scalar(held) == 0


def test_a_mistake_is_no_lost_connection(database: Database) -> None:
    writes(database)
    for _ in range(3):
        with pytest.raises(psycopg.errors.UndefinedTable), database.cursor() as cursor:
            cursor.execute("select * from nowhere")
        with pytest.raises(sa.exc.ProgrammingError), database.transaction(WHO) as tx:
            tx.scalar(sa.text("select * from nowhere"))
        with pytest.raises(psycopg.errors.UndefinedTable):
            next(database.stream("select * from nowhere", {}))
    assert database.pool_state() == {"transactions": (0, 1), "reads": (0, 1)}


@pytest.mark.parametrize("statement", ["set statement_timeout = 1; select pg_sleep(1)", "select 1/0"])
def test_what_the_server_ends_or_refuses_is_told_in_our_words(database: Database, statement: str) -> None:
    with pytest.raises(Refused) as refused, database.transaction(WHO) as tx:
        tx.execute(sa.text(statement))
    assert isinstance(refused.value, Unavailable) == ("pg_sleep" in statement)


def test_a_server_that_only_reads_is_away_for_a_write(database: Database) -> None:
    """After a failover the old address may lead to a standby."""
    with pytest.raises(Unavailable), database.transaction(WHO) as tx:
        tx.execute(sa.text("set transaction read only"))
        tx.execute(sa.text("create table t (n int)"))


def test_a_server_that_is_not_there_is_unavailable() -> None:
    away = Database("postgresql://nobody@127.0.0.1:1/none")
    for way in WAYS:
        with pytest.raises(Unavailable):
            way(away)


def test_a_single_statement_needs_no_connection_of_its_caller(database: Database) -> None:
    numbers = sa.text("select n from generate_series(1, 3) n where n > :least").columns(n=sa.Integer)
    assert database.all(numbers, {"least": 1}) == [{"n": 2}, {"n": 3}]
    assert (database.one(numbers, {"least": 2}), database.one(numbers, {"least": 3})) == ({"n": 3}, None)
    assert (database.scalar(numbers, {"least": 0}), database.scalar(numbers, {"least": 3})) == (1, None)
    database.execute(sa.text("create table single (n integer)"))
    try:
        database.execute(sa.text("insert into single values (:n)"), {"n": 7})
        assert database.scalar(sa.text("select n from single")) == 7
    finally:
        database.execute(sa.text("drop table single"))


def test_conflict_if_raises_the_text_of_a_rule() -> None:
    conflict_if(None)
    with pytest.raises(Conflict) as refused:
        conflict_if("It is paid", code="paid")
    assert (refused.value.text, refused.value.code) == ("It is paid", "paid")


@pytest.mark.parametrize(("size", "most"), [(1, 2), (3, 6), (6, 10)])
def test_a_process_takes_the_connections_of_its_setting(
    database: Database, monkeypatch: pytest.MonkeyPatch, size: int, most: int
) -> None:
    monkeypatch.setattr(telemetry, "watch_pools", lambda _: None)
    monkeypatch.setattr(settings(), "database_pool", size)
    monkeypatch.setattr(pool, "_WAIT", 0.1)
    made = transactions.database.__wrapped__()
    with contextlib.ExitStack() as open_at_once:
        for _ in range(most):
            open_at_once.enter_context(made.read())
        with pytest.raises(Unavailable):
            open_at_once.enter_context(made.read())
    made.dispose()
