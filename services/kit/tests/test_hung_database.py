"""A hung database: its sockets stay open without any answer. Calls are refused soon, and served later."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

import pytest
import sqlalchemy as sa

from kit.database import Database, hanging
from kit.errors import Unavailable
from services.kit.tests.ways import ONE, WHO, looks, reads, writes
from staffroom_testing.components import Components

pytestmark = pytest.mark.component

ANSWERED_WITHIN = 10
"""Seconds that any call may take while the database hangs (decision 166)."""


def streams(database: Database) -> None:
    assert list(database.stream("select 1", {})) == [[(1,)]]


WAYS = [reads, looks, writes, streams]


@pytest.fixture(scope="module")
def components() -> Iterator[Components]:
    components = Components()
    try:
        components.start_postgres()
        yield components
    finally:
        components.stop()


@pytest.fixture
def database(components: Components) -> Iterator[Database]:
    hanging.server.cache_clear()
    database = Database(components.admin_url, 4)
    yield database
    database.dispose()


def processes(postmaster: int) -> list[int]:
    """Return the server and its children, each in its own session."""
    children = []
    for place in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(place.read_text().rpartition(") ")[2].split()[1]) == postmaster:
                children.append(int(place.parent.name))
    return [postmaster, *children]


@contextlib.contextmanager
def stopped(components: Components) -> Iterator[None]:
    assert components.postgres.child is not None
    every = processes(components.postgres.child.pid)
    for process in every:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in every:
            os.kill(process, signal.SIGCONT)


def outcomes(calls: list[Callable[[], None]]) -> list[type[BaseException] | None]:
    """Return the exceptions of concurrent calls; fail if one does not raise in time."""
    threads = ThreadPoolExecutor(len(calls))
    futures = [threads.submit(call) for call in calls]
    late = wait(futures, ANSWERED_WITHIN).not_done
    threads.shutdown(wait=False)
    assert not late, f"{len(late)} of {len(calls)} calls have no answer"
    return [type(failure) if (failure := future.exception()) else None for future in futures]


@pytest.mark.parametrize(
    "is_connected",
    [True, pytest.param(False, marks=pytest.mark.all)],
    ids=["on connections of the pool", "on new connections"],
)
def test_every_access_is_refused_while_it_hangs_and_served_afterwards(
    components: Components, database: Database, is_connected: bool
) -> None:
    if is_connected:
        with contextlib.ExitStack() as open_at_once:
            for _ in range(4):
                open_at_once.enter_context(database.read()).execute(ONE)
                open_at_once.enter_context(database.transaction(WHO)).scalar(ONE)
    # More of each kind than the pool has connections.
    calls = [lambda way=way: way(database) for way in WAYS for _ in range(6)]
    with stopped(components):
        assert {issubclass(one or object, Unavailable) for one in outcomes(calls)} == {True}
    hanging.server(components.admin_url)._hung_until = 0.0  # as after REFUSED_FOR
    assert set(outcomes(calls[::6])) == {None}


def test_long_statement_continues(database: Database) -> None:
    with database.read() as connection:
        slow = sa.text(f"select pg_sleep({hanging.PATIENCE + 1.2})::text")
        assert connection.execute(slow).scalar() == ""
