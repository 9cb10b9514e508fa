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
def test_stale_connections_are_replaced_at_checkout(
    database: Database, end_sessions: Ends, way: Callable[[Database], None]
) -> None:
    with contextlib.ExitStack() as open_at_once:
        for _ in range(3):
            open_at_once.enter_context(database.read())
            open_at_once.enter_context(database.transaction(WHO)).scalar(ONE)
    assert end_sessions() >= 6
    for _ in range(3):
        way(database)


def test_broken_stream_leaves_no_broken_connection(database: Database, end_sessions: Ends) -> None:
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


def test_abandoned_stream_returns_its_connection_clean(database: Database) -> None:
    for _ in range(20):  # more than the pool has
        rows: Any = database.stream(LONG, {})
        next(rows)
        rows.close()
    assert database.pool_state()["transactions"][0] == 0
    writes(database)


def test_lost_connection_invalidates_all_older_ones(
    database: Database, end_sessions: Ends, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cut cable sends no message: only a query detects it, and the first one invalidates all."""
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
    database.dispose()  # those created unnoticed


def _backends(database: Database) -> list[int]:
    """Return the backend pids of two connections."""
    with database.cursor() as one, database.cursor() as other:
        return [one.connection.info.backend_pid, other.connection.info.backend_pid]


def test_transaction_with_a_lost_connection_fails(database: Database, end_sessions: Ends) -> None:
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
        end_sessions()  # and the commit detects it


def test_transaction_holds_its_locks_until_it_ends(database: Database) -> None:
    held_locks = sa.text("select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()")
    with database.transaction(WHO) as tx:
        tx.lock("this parcel", "that parcel")
        assert tx.scalar(held_locks) == 2
    with database.transaction(WHO) as tx:
        assert tx.scalar(held_locks) == 0


def test_faulty_statement_does_not_lose_the_connection(database: Database) -> None:
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
def test_refusal_by_the_server_has_our_text(database: Database, statement: str) -> None:
    with pytest.raises(Refused) as refused, database.transaction(WHO) as tx:
        tx.execute(sa.text(statement))
    assert isinstance(refused.value, Unavailable) == ("pg_sleep" in statement)


def test_read_only_server_is_unavailable_for_writes(database: Database) -> None:
    """After a failover the old address may lead to a standby."""
    with pytest.raises(Unavailable), database.transaction(WHO) as tx:
        tx.execute(sa.text("set transaction read only"))
        tx.execute(sa.text("create table t (n int)"))


def test_missing_server_is_unavailable() -> None:
    away = Database("postgresql://nobody@127.0.0.1:1/none")
    for way in WAYS:
        with pytest.raises(Unavailable):
            way(away)


def test_single_statement_needs_no_connection_of_its_caller(database: Database) -> None:
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
def test_process_takes_the_connections_of_its_setting(
    database: Database, monkeypatch: pytest.MonkeyPatch, size: int, most: int
) -> None:
    monkeypatch.setattr(telemetry, "watch_pools", lambda _: None)
    monkeypatch.setattr(settings(), "database_pool", size)
    monkeypatch.setattr(pool, "_WAIT", 0.1)
    fresh = transactions.database.__wrapped__()
    with contextlib.ExitStack() as open_at_once:
        for _ in range(most):
            open_at_once.enter_context(fresh.read())
        with pytest.raises(Unavailable):
            open_at_once.enter_context(fresh.read())
    fresh.dispose()
