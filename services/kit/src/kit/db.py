"""The database. Only this module commits: a request is one transaction, what follows it runs after the commit."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NoReturn

import psycopg
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError

from kit import context, tables
from kit.errors import BUSY, Conflict, Invalid, Malformed, Unavailable
from kit.policy import Actor
from kit.settings import settings

if TYPE_CHECKING:
    from kit.events import Event
    from kit.jobs import Job

_open: ContextVar[bool] = ContextVar("open_transaction", default=False)


def in_transaction() -> bool:
    """Whether this context holds a transaction; `kit.rpc` refuses to call anybody while it does."""
    return _open.get()


class Tx:
    """An open transaction and who it is for. Not committed by its user: `Database.transaction` does that."""

    def __init__(self, connection: sa.Connection, actor: Actor) -> None:
        self.connection = connection
        self.actor = actor
        self.request_id = context.request_id.get()
        self._after: list[Callable[[], None]] = []

    def execute(self, statement: sa.Executable, params: Any = None) -> sa.CursorResult[Any]:
        return self.connection.execute(statement, params)

    def one(self, statement: sa.Executable, params: Any = None) -> dict[str, Any] | None:
        """The first row as a dict of column names, or None."""
        row = self.connection.execute(statement, params).mappings().first()
        return dict(row) if row is not None else None

    def all(self, statement: sa.Executable, params: Any = None) -> list[dict[str, Any]]:
        return [dict(row) for row in self.connection.execute(statement, params).mappings()]

    def scalar(self, statement: sa.Executable, params: Any = None) -> Any:
        return self.connection.execute(statement, params).scalar()

    def insert(self, table: sa.Table, values: Mapping[str, Any]) -> int:
        """Insert one row, return its id."""
        return int(self.scalar(sa.insert(table).values(**values).returning(table.c.id)))

    def publish(self, event: Event, key: int | str, payload: Mapping[str, Any]) -> None:
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
        self, event: Event, rows: Iterable[Mapping[str, Any]], payload: Callable[[Mapping[str, Any]], Mapping[str, Any]]
    ) -> None:
        """`publish` what `payload` says of each of `rows`, records that changed together."""
        for row in rows:
            self.publish(event, row["id"], payload(row))

    def enqueue(self, job: Job, key: str, params: Mapping[str, Any], total: int | None = None) -> int:
        """Record a job and hand it to the worker after the commit. The same `key` again is the same job."""
        return job.record(self, key, params, total)

    def after_commit(self, call: Callable[[], None]) -> None:
        self._after.append(call)

    def run_after_commit(self) -> None:
        for call in self._after:
            call()


class Database:
    """One PostgreSQL database: a pool for transactions and one of autocommit connections for single statements."""

    def __init__(self, url: str, pool_size: int = 6) -> None:
        url = url.replace("postgresql://", "postgresql+psycopg://", 1)
        shared: dict[str, Any] = {
            "pool_size": pool_size,
            "max_overflow": 4,
            "pool_timeout": 5,
            "pool_reset_on_return": None,  # every transaction ends explicitly; a reset would cost a round trip
            "connect_args": {"prepare_threshold": 2, "connect_timeout": 3, "options": "-c timezone=UTC"},
        }
        self.engine = sa.create_engine(url, **shared)
        self._reader = sa.create_engine(url, isolation_level="AUTOCOMMIT", **shared)

    @contextlib.contextmanager
    def transaction(self, actor: Actor) -> Iterator[Tx]:
        """One unit of work for `actor`: committed at the end, rolled back on any exception.

        Raises Unavailable when the database is out of reach, Invalid or Conflict for a broken constraint.
        """
        token = _open.set(True)
        try:
            with _translated(), self.engine.begin() as connection:
                tx = Tx(connection, actor)
                yield tx
        finally:
            _open.reset(token)
        tx.run_after_commit()

    @contextlib.contextmanager
    def read(self) -> Iterator[sa.Connection]:
        """An autocommit connection, for reads and for single statements that are their own transaction."""
        with _translated(), self._reader.connect() as connection:
            yield connection

    @contextlib.contextmanager
    def cursor(self) -> Iterator[psycopg.Cursor[Any]]:
        """The driver's own autocommit cursor, for the hot paths: no ORM, no result objects."""
        with _translated():
            fairy = self._reader.raw_connection()
            try:
                driver: Any = fairy.driver_connection
                if not driver.autocommit:
                    driver.autocommit = True
                with driver.cursor() as cursor:
                    yield cursor
            except (psycopg.OperationalError, psycopg.InterfaceError):
                fairy.invalidate()
                raise
            finally:
                fairy.close()

    def ping(self) -> None:
        with self.read() as connection:
            connection.execute(sa.text("select 1"))

    def pool_state(self) -> dict[str, tuple[int, int]]:
        """Connections of each pool: in use, idle."""
        pools: dict[str, Any] = {"transactions": self.engine.pool, "reads": self._reader.pool}
        return {name: (pool.checkedout(), pool.checkedin()) for name, pool in pools.items()}

    def dispose(self) -> None:
        self.engine.dispose()
        self._reader.dispose()


@contextlib.contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except IntegrityError as error:
        _refuse_constraint(error.orig)
    except (OperationalError, InterfaceError, sa.exc.TimeoutError) as error:
        raise Unavailable(BUSY) from error
    except DBAPIError as error:
        _refuse_data(error.orig, error)
    except psycopg.IntegrityError as error:
        _refuse_constraint(error)
    except (psycopg.OperationalError, psycopg.InterfaceError) as error:
        raise Unavailable(BUSY) from error
    except psycopg.DataError as error:
        _refuse_data(error, error)


def _refuse_constraint(error: BaseException | None) -> NoReturn:
    """The constraint's own comment is the text for a person, where it has one; else a plain sentence."""
    name = getattr(getattr(error, "diag", None), "constraint_name", None) or ""
    text = _constraint_texts.get(name)
    if isinstance(error, psycopg.errors.UniqueViolation | psycopg.errors.ExclusionViolation):
        raise Conflict(text or "This entry exists already", code="exists_already") from error
    if isinstance(error, psycopg.errors.ForeignKeyViolation):
        still_used = "still referenced" in str(error)
        if still_used:
            raise Conflict(text or "This entry is still in use", code="in_use") from error
        raise Invalid(text or "This refers to an entry that does not exist", code="unknown_reference") from error
    if isinstance(error, psycopg.errors.RestrictViolation):  # a trigger, because of the state of the record
        raise Conflict(text or "This is not possible now") from error
    raise Invalid(text or "A required value is missing or out of range") from error


def _refuse_data(cause: BaseException | None, error: BaseException) -> NoReturn:
    if isinstance(cause, psycopg.DataError):
        raise Malformed("A value is out of range") from error
    raise error


_constraint_texts: dict[str, str] = {}


def constraint_text(name: str, text: str) -> str:
    """Declare what a person reads when constraint `name` refuses a write; returns `name` for use in the table."""
    _constraint_texts[name] = text
    return name


def actor_json(actor: Actor) -> dict[str, Any]:
    """What travels with an event or a job about who caused it."""
    return {
        "userId": actor.user_id,
        "realUserId": actor.real_user_id,
        "name": actor.name,
        "roles": sorted(actor.roles),
        "persons": dict(actor.persons),
        "service": actor.service,
    }


def actor_from_json(data: Mapping[str, Any]) -> Actor:
    """The inverse of `actor_json`."""
    return Actor(
        user_id=data.get("userId") or 0,
        real_user_id=data.get("realUserId"),
        name=data.get("name") or "",
        roles=frozenset(data.get("roles") or ()),
        persons=data.get("persons") or {},
        service=data.get("service") or "",
    )


@lru_cache(maxsize=1)
def database() -> Database:
    """The database of this process."""
    return Database(settings().database_url)
