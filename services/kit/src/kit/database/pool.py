"""Pools of database connections, and what becomes of a connection that broke.

PostgreSQL says goodbye when it stops or ends a session: the socket of an idle connection becomes readable. So a look at
the socket, which costs a system call and no round trip, finds a stale connection as it leaves the pool. One that breaks
in use is thrown away with every older connection of its pool, whoever held it.
"""

from __future__ import annotations

import contextlib
import select
from collections.abc import Iterator
from typing import Any

import psycopg
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, InvalidatePoolError, PendingRollbackError

_WENT_ON = "8s2b"
"""SQLAlchemy's code for a transaction that is used although its connection was lost."""
_FATAL = frozenset({"FATAL", "PANIC"})
_SOCKET = "kit.socket"


def engine(url: str, size: int, **options: Any) -> sa.Engine:
    """An engine with a pool of `size` connections and four more at a peak. Broken connections never leave the pool."""
    made = sa.create_engine(
        url.replace("postgresql://", "postgresql+psycopg://", 1),
        pool_size=size,
        max_overflow=4,
        pool_timeout=5,
        pool_reset_on_return=None,  # every transaction ends explicitly; a reset would cost a round trip
        connect_args={"prepare_threshold": 2, "connect_timeout": 3, "options": "-c timezone=UTC"},
        **options,
    )
    event.listen(made, "checkout", _refuse_stale)
    event.listen(made, "handle_error", _recognise_loss)
    return made


@contextlib.contextmanager
def raw(made: sa.Engine) -> Iterator[psycopg.Connection[Any]]:
    """The driver's own connection for a block: the one way to hold one. It returns to the pool only while sound."""
    fairy = made.raw_connection()
    driver: Any = fairy.driver_connection
    try:
        yield driver
    except psycopg.Error as error:
        if lost(error, driver):
            # As the engine does with a connection that broke under it: the others of its age broke with it.
            made.pool._invalidate(fairy, error)
        raise
    finally:
        # The block may have been left by another exception (a generator that is closed) over a broken connection.
        if fairy.is_valid and not _idle(driver):
            fairy.invalidate()
        fairy.close()


def lost(error: BaseException | None, driver: psycopg.Connection[Any] | None = None) -> bool:
    """Whether `error` says that its connection is over: closed, or told by the server that it will be."""
    if isinstance(error, PendingRollbackError):
        return error.code == _WENT_ON
    if isinstance(error, DBAPIError):
        return error.connection_invalidated or lost(error.orig)
    if not isinstance(error, psycopg.Error):
        return False
    if driver is not None and (driver.closed or driver.broken):
        return True
    return error.diag.severity_nonlocalized in _FATAL


def _idle(driver: psycopg.Connection[Any]) -> bool:
    return driver.pgconn.transaction_status == psycopg.pq.TransactionStatus.IDLE


def _refuse_stale(driver: psycopg.Connection[Any], record: Any, _: Any) -> None:
    """At checkout. The pool answers by replacing this connection now and its older ones as they come up."""
    if _stale(driver, record.info):
        raise InvalidatePoolError


def _stale(driver: psycopg.Connection[Any], known: dict[str, Any]) -> bool:
    """Whether the server said something nobody asked for. Not asked of a new connection: the pool makes only two."""
    socket = known.get(_SOCKET)
    if socket is None:
        known[_SOCKET] = socket = select.poll()
        socket.register(driver.fileno(), select.POLLIN)
        return False
    return bool(driver.closed or socket.poll(0))


def _recognise_loss(context: sa.engine.ExceptionContext) -> None:
    """The dialect asks whether the socket is closed; a server that is shutting down says so before it closes it."""
    if lost(context.original_exception):
        context.is_disconnect = True
