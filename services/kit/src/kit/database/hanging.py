"""Connections that detect a hung server: one that keeps its sockets open and does not respond.

A statement timeout does not help, because the server enforces it; nor do keepalives, because its kernel answers them.
And a statement may rightly take long. So a connection that has waited for `PATIENCE` checks whether the server still
accepts a new connection. While it does, the statement continues. While it does not, every call is refused at once, and
the next call after `REFUSED_FOR` tries again. A call gets its 503 within ten seconds, even if it first waited for
another service.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Generator
from functools import lru_cache
from typing import Any

import psycopg
from psycopg import pq

from kit.errors import BUSY, Unavailable

PATIENCE = 2.5
"""Seconds before the server is probed during a statement, and between two probes."""
CONNECT_TIMEOUT = 3
"""Seconds to wait for a new connection."""
REFUSED_FOR = 2.0
_HUNG = "the database does not answer"


class Server:
    """The state of the server at one address, shared by the connections of this process."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._hung_until = 0.0
        self._answered = float("-inf")
        self._probing = threading.Lock()

    def refuse_while_hung(self) -> None:
        """Raise Unavailable for a short time after the server was found to hang."""
        if time.monotonic() < self._hung_until:
            raise Unavailable(BUSY)

    def connect(self, *arguments: Any, **options: Any) -> Connection:
        """Return a new connection. If it times out, mark the server as hung."""
        try:
            connection = Connection.connect(*arguments, **options)
        except psycopg.errors.ConnectionTimeout:
            self._hung_until = time.monotonic() + REFUSED_FOR
            raise
        connection.server = self
        return connection

    def answers(self) -> bool:
        """Return whether the server responds to a new connection, even with a refusal. If several threads wait, one of
        them probes."""
        asked = time.monotonic()
        with self._probing:
            if self._answered > asked - PATIENCE / 2:
                return True
            if self._hung_until > asked:
                return False
            try:
                psycopg.connect(self.url, connect_timeout=CONNECT_TIMEOUT).close()
            except psycopg.errors.ConnectionTimeout:
                self._hung_until = time.monotonic() + REFUSED_FOR
                return False
            except psycopg.OperationalError:
                pass
            self._answered = time.monotonic()
            return True


@lru_cache(maxsize=16)
def server(url: str) -> Server:
    """Return the server at `url`, the same for every pool."""
    return Server(url)


class Connection(psycopg.Connection[Any]):
    """A connection that stops waiting when its server hangs: it is closed, and the statement raises an error."""

    server: Server | None = None

    def wait(self, gen: Any, *arguments: Any, **options: Any) -> Any:
        if self.server is None:
            return super().wait(gen, *arguments, **options)
        return super().wait(_watched(gen, self.server, self.pgconn), *arguments, **options)


def _watched(gen: Any, server: Server, pgconn: pq.abc.PGconn) -> Generator[Any, Any, Any]:
    """Yield from the driver's generator, which is resumed ten times a second while no data arrives."""
    try:
        state = next(gen)
        probe_at = 0.0
        while True:
            ready = yield state
            if not ready:
                now = time.monotonic()
                if not probe_at:
                    probe_at = now + PATIENCE
                elif now >= probe_at:
                    if not server.answers():
                        pgconn.finish()
                        raise psycopg.OperationalError(_HUNG)
                    probe_at = time.monotonic() + PATIENCE
            state = gen.send(ready)
    except StopIteration as end:
        return end.value
