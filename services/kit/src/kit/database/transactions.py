"""The database. Only this module commits: a request is one transaction, and follow-up work runs after the commit."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import psycopg
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from kit import context, telemetry
from kit.actors import Actor, actor_json
from kit.database import constraints, hanging, pool, tables
from kit.database.reading import all_rows, first_row
from kit.errors import BUSY, Unavailable
from kit.settings import settings
from kit.telemetry import outages


class OutboxEvent(Protocol):
    """An event in the form of the outbox; `kit.events.Event` is one."""

    @property
    def subject(self) -> str: ...
    def checked(self, payload: Mapping[str, Any]) -> dict[str, Any]: ...


Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")
STREAM_CHUNK = 2_000
"""Rows that `Database.stream` keeps in memory."""
_open: ContextVar[bool] = ContextVar("open_transaction", default=False)


def in_transaction() -> bool:
    """Return whether this context has an open transaction; `kit.rpc` refuses remote calls while it does."""
    return _open.get()


class Tx:
    """An open transaction and its actor. `Database.transaction` commits it; its user does not. `confirmed`: the caller
    has answered yes to the question that the call may ask (`kit.errors.Asks`)."""

    def __init__(self, connection: sa.Connection, actor: Actor) -> None:
        self.connection = connection
        self.actor = actor
        self.request_id = context.request_id.get()
        self.confirmed = False
        self._before: dict[Callable[[Tx, list[Any]], None], list[Any]] = {}
        self._after: list[Callable[[], None]] = []

    def execute(self, statement: sa.Executable, params: Any = None) -> sa.CursorResult[Any]:
        return self.connection.execute(statement, params)

    def one(self, statement: sa.Executable, params: Any = None) -> dict[str, Any] | None:
        """Return the first row as a dict of column names, or None."""
        return first_row(self.connection, statement, params)

    def all(self, statement: sa.Executable, params: Any = None) -> list[dict[str, Any]]:
        return all_rows(self.connection, statement, params)

    def scalar(self, statement: sa.Executable, params: Any = None) -> Any:
        return self.connection.execute(statement, params).scalar()

    def insert(self, table: sa.Table, values: Mapping[str, Any]) -> int:
        """Insert one row and return its id."""
        return int(self.scalar(sa.insert(table).values(**values).returning(table.c.id)))

    def lock(self, *names: str) -> None:
        """Take the advisory locks with these names, in order; the end of the transaction releases them."""
        for name in names:
            self.execute(sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtextextended(name, 0))))

    def publish(self, event: OutboxEvent, key: int | str, payload: Mapping[str, Any]) -> None:
        """Put `event` about record `key` into the outbox of this transaction; the relay publishes it."""
        self.execute(
            sa.insert(tables.outbox).values(
                subject=event.subject,
                key=str(key),
                payload=event.checked(payload),
                actor=actor_json(self.actor),
                request_id=self.request_id,
            )
        )

    def publish_each(
        self,
        event: OutboxEvent,
        rows: Iterable[Mapping[str, Any]],
        payload: Callable[[Mapping[str, Any]], Mapping[str, Any]],
    ) -> None:
        """Publish `event` with `payload(row)` for each of `rows`, records that changed together."""
        for row in rows:
            self.publish(event, row["id"], payload(row))

    def before_commit(self, check: Callable[[Tx, list[Any]], None], about: Any) -> None:
        """Run `check(tx, [about, ...])` at the end of the transaction, once for all values of `about`. It sees the
        complete result and may refuse it."""
        self._before.setdefault(check, []).append(about)

    def run_before_commit(self) -> None:
        while self._before:
            check = next(iter(self._before))
            check(self, self._before.pop(check))

    def after_commit(self, call: Callable[[], None]) -> None:
        self._after.append(call)

    @contextlib.contextmanager
    def savepoint(self, *, keeps: bool = True) -> Iterator[None]:
        """Begin a nested part of the transaction with its own checks and after-commit calls. A refusal rolls back only
        this part; its checks run at its end. Without `keeps` it is a trial: it is rolled back at its end, and no check
        runs. Raises Invalid or Conflict for a broken constraint."""
        checks, calls = self._before, self._after
        self._before, self._after = {}, []
        try:
            with self.connection.begin_nested() as nested:
                yield
                if keeps:
                    self.run_before_commit()
                else:
                    nested.rollback()
            if keeps:
                calls = [*calls, *self._after]
        except (sa.exc.IntegrityError, sa.exc.DataError) as error:
            if isinstance(error.orig, psycopg.IntegrityError):
                raise constraints.refusal(error.orig) from error
            raise constraints.range_refusal(error.params) from error
        finally:
            self._before, self._after = checks, calls

    def run_after_commit(self) -> None:
        for call in self._after:
            call()


class Database:
    """One PostgreSQL database, with a pool for transactions and a pool of autocommit connections for single
    statements."""

    def __init__(self, url: str, pool_size: int = 6) -> None:
        self._server = hanging.server(url)
        self.engine = pool.engine(url, pool_size)
        self._reader = pool.engine(url, pool_size, isolation_level="AUTOCOMMIT")

    @contextlib.contextmanager
    def transaction(self, actor: Actor) -> Iterator[Tx]:
        """Run a block as one unit of work for `actor`: commit at its end, roll back on any exception.

        Raises Unavailable when the database is out of reach, Invalid or Conflict for a broken constraint.
        """
        token = _open.set(True)
        try:
            with _translate_errors(self._server), self.engine.begin() as connection:
                tx = Tx(connection, actor)
                yield tx
                tx.run_before_commit()
        finally:
            _open.reset(token)
        tx.run_after_commit()

    @contextlib.contextmanager
    def read(self, seconds: float | None = None) -> Iterator[sa.Connection]:
        """Lend an autocommit connection, for reads and for single statements that are their own transaction. A
        statement that takes longer than `seconds` raises TimedOut."""
        with (
            _translate_errors(self._server),
            self._reader.connect() as connection,
            _limited(connection.exec_driver_sql, seconds, lambda: connection.closed or connection.invalidated),
        ):
            yield connection

    def query(
        self,
        read: Callable[Concatenate[sa.Connection, Arguments], Result],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Result:
        """Return the result of `read(connection, ...)` on an autocommit connection."""
        with self.read() as connection:
            return read(connection, *arguments, **named)

    def one(self, statement: sa.Executable, params: Any = None) -> dict[str, Any] | None:
        """Return the first row of a single statement, or None."""
        return self.query(first_row, statement, params)

    def all(self, statement: sa.Executable, params: Any = None) -> list[dict[str, Any]]:
        """Return the rows of a single statement."""
        return self.query(all_rows, statement, params)

    def scalar(self, statement: sa.Executable, params: Any = None) -> Any:
        """Return the first value of the first row of a single statement, or None."""
        with self.read() as connection:
            return connection.scalar(statement, params)

    def execute(self, statement: sa.Executable, params: Any = None) -> int:
        """Run a single statement that is its own transaction. Return the number of rows that it updated or deleted."""
        with self.read() as connection:
            return connection.execute(statement, params).rowcount

    @contextlib.contextmanager
    def cursor(self, seconds: float | None = None) -> Iterator[psycopg.Cursor[Any]]:
        """Lend the driver's own autocommit cursor, for the hot paths: no ORM, no result objects. A statement that takes
        longer than `seconds` raises TimedOut."""
        with _translate_errors(self._server), pool.raw(self._reader) as driver:
            if not driver.autocommit:
                driver.autocommit = True
            with driver.cursor() as cursor, _limited(cursor.execute, seconds, lambda: driver.closed):
                yield cursor

    def stream(self, sql: str, params: Mapping[str, Any], seconds: float | None = None) -> Iterator[list[Any]]:
        """Yield rows in chunks through a server-side cursor, in their own read-only transaction.

        The query runs when the first chunk is read. Raises Unavailable; TimedOut if a chunk takes longer than
        `seconds`.
        """
        with (
            _translate_errors(self._server),
            pool.raw(self.engine) as driver,
            driver.transaction(),
            driver.cursor(name="stream") as cursor,
        ):
            if seconds is not None:
                driver.execute(_timeout(seconds, local=True))
            cursor.execute(sql, params)
            while rows := cursor.fetchmany(STREAM_CHUNK):
                yield rows

    def ping(self) -> None:
        with self.read() as connection:
            connection.execute(sa.text("select 1"))

    def pool_state(self) -> dict[str, tuple[int, int]]:
        """Return the connections of each pool: in use, idle."""
        pools: dict[str, Any] = {"transactions": self.engine.pool, "reads": self._reader.pool}
        return {name: (pool.checkedout(), pool.checkedin()) for name, pool in pools.items()}

    def dispose(self) -> None:
        self.engine.dispose()
        self._reader.dispose()


class Disconnected(Unavailable):
    """The connection broke during a statement. The next one is new, so a read can be retried at once."""


class TimedOut(Unavailable):
    """A statement exceeded its caller's time limit."""


def _timeout(seconds: float, *, local: bool = False) -> str:
    return f"set {'local ' if local else ''}statement_timeout = {max(1, int(seconds * 1000))}"


@contextlib.contextmanager
def _limited(execute: Callable[[str], Any], seconds: float | None, is_gone: Callable[[], bool]) -> Iterator[None]:
    """Limit the time of each statement of an autocommit connection, and remove the limit afterwards."""
    if seconds is None:
        yield
        return
    execute(_timeout(seconds))
    try:
        yield
    finally:
        if not is_gone():
            execute("reset statement_timeout")


def retry_read(work: Callable[[], Result]) -> Result:
    """Return the result of `work`, which only reads. Retry once if its connection was broken."""
    try:
        return work()
    except Disconnected:
        return work()


@contextlib.contextmanager
def _translate_errors(server: hanging.Server) -> Iterator[None]:
    server.refuse_while_hung()
    try:
        yield
        outages.works("database")
    except (sa.exc.SQLAlchemyError, psycopg.Error) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        if pool.lost(error):
            outages.failed("database", cause)
            raise Disconnected(BUSY) from error
        if isinstance(cause, psycopg.errors.QueryCanceled):
            raise TimedOut(BUSY) from error
        if isinstance(cause, _UNREACHABLE):
            if _is_away(cause):
                outages.failed("database", cause)
            raise Unavailable(BUSY) from error
        if isinstance(cause, psycopg.IntegrityError):
            raise constraints.refusal(cause) from error
        if isinstance(cause, psycopg.DataError):
            raise constraints.range_refusal(getattr(error, "params", None)) from error
        raise


_UNREACHABLE = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    psycopg.errors.ReadOnlySqlTransaction,
    sa.exc.TimeoutError,
)
"""Errors of a server that is unreachable, overloaded or read-only after a failover, or of an exhausted pool."""
_AWAY = ("08", "25", "28", "3D", "53", "57P")
"""SQLSTATE classes of a server that serves nobody, or not us. Others concern one statement, such as a deadlock."""


def _is_away(cause: BaseException | None) -> bool:
    state = getattr(cause, "sqlstate", None)
    return state is None or state.startswith(_AWAY)


@lru_cache(maxsize=1)
def database() -> Database:
    """Return the database of this process."""
    db = Database(settings().database_url, settings().database_pool)
    telemetry.watch_pools(db.pool_state)
    return db
