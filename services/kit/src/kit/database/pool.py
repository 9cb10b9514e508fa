"""Pools of database connections, and the detection of broken ones.

PostgreSQL sends a message when it stops or ends a session, which makes the socket of an idle connection readable.
Polling the socket costs one system call and no round trip, and finds a stale connection at checkout. A connection that
breaks in use invalidates every older connection of its pool too. `kit.database.hanging` finds a server that hangs.
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

from kit.database import hanging

_USED_AFTER_LOSS = "8s2b"
"""SQLAlchemy's error code for the use of a transaction whose connection was lost."""
_WAIT = 5.0
"""Seconds to wait for a connection of an exhausted pool."""
_FATAL = frozenset({"FATAL", "PANIC"})
_SOCKET = "kit.socket"


def engine(url: str, size: int, **options: Any) -> sa.Engine:
    """Return an engine with a pool of `size` connections, and as many again at a peak, at most four. Broken connections
    stay in the pool's hands."""
    pooled = sa.create_engine(
        url.replace("postgresql://", "postgresql+psycopg://", 1),
        pool_size=size,
        max_overflow=min(size, 4),
        pool_timeout=_WAIT,
        pool_reset_on_return=None,  # every transaction ends explicitly; a reset would cost a round trip
        connect_args={"prepare_threshold": 2, "connect_timeout": hanging.CONNECT_TIMEOUT, "options": "-c timezone=UTC"},
        **options,
    )
    server = hanging.server(url)
    event.listen(pooled, "do_connect", lambda _, __, arguments, options: server.connect(*arguments, **options))
    event.listen(pooled, "checkout", _refuse_stale)
    event.listen(pooled, "handle_error", _recognise_loss)
    return pooled


@contextlib.contextmanager
def raw(pooled: sa.Engine) -> Iterator[psycopg.Connection[Any]]:
    """Lend the driver's own connection for a block. Only a sound connection returns to the pool."""
    fairy = pooled.raw_connection()
    driver: Any = fairy.driver_connection
    try:
        yield driver
    except psycopg.Error as error:
        if lost(error, driver):
            # As the engine does when a connection breaks: invalidate the older connections of the pool too.
            pooled.pool._invalidate(fairy, error)
        raise
    finally:
        # Another exception (a closed generator) may have left the block with a broken connection.
        if fairy.is_valid and not _idle(driver):
            fairy.invalidate()
        fairy.close()


def lost(error: BaseException | None, driver: psycopg.Connection[Any] | None = None) -> bool:
    """True if `error` means that its connection is lost: closed, or about to be closed by the server."""
    if isinstance(error, PendingRollbackError):
        return error.code == _USED_AFTER_LOSS
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
    """Make the pool replace this connection now, and older ones at their next checkout. Checkout hook."""
    if _stale(driver, record.info):
        raise InvalidatePoolError


def _stale(driver: psycopg.Connection[Any], info: dict[str, Any]) -> bool:
    """Return whether the server closed the connection or sent a message unasked. A new connection is only registered:
    the pool replaces a stale one only twice."""
    socket = info.get(_SOCKET)
    if socket is None:
        info[_SOCKET] = socket = select.poll()
        socket.register(driver.fileno(), select.POLLIN)
        return False
    return bool(driver.closed or socket.poll(0))


def _recognise_loss(context: sa.engine.ExceptionContext) -> None:
    """Mark a connection as lost. Error hook: the dialect only checks whether the socket is closed; a server that shuts
    down sends FATAL before."""
    if lost(context.original_exception):
        context.is_disconnect = True
