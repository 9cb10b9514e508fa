"""The outermost layer of a WSGI service, the twin of `kit.http.middleware`: the rate of an address, request id in and
out, a policy for the browser, metrics, a clean context for every request (threads are used again), our own 500."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import Any

from werkzeug.wsgi import ClosingIterator

from kit import context, telemetry
from kit.errors import BUSY, Refused, Unavailable
from kit.http import core
from kit.http.rates import Doorkeeper
from kit.policy import ANONYMOUS

ROUTE = "staffroom.route"
"""Key under which the application leaves the template of the route it found, for the metrics."""


_DEFAULTS = (("Content-Security-Policy", core.POLICY), ("Cache-Control", core.NO_STORE))
"""Headers of an answer that has none of its own."""
LIMIT = "staffroom.limit"
"""Key under which it leaves the most bytes this route takes."""
_PIECE = 65_536
_LONG_BODIES = 16
"""Long bodies that one process reads at a time; `kit.processes.web` gives it twice as many threads."""


class _Input:
    """The body of a request as it comes in. Reading a long one, or one of unknown length, holds a thread as long as its
    sender likes: half of the threads at most are given to such bodies."""

    def __init__(self, environ: Mapping[str, Any], places: threading.BoundedSemaphore) -> None:
        self._source, self._places = environ["wsgi.input"], places
        stated = environ.get("CONTENT_LENGTH", "")
        self._left = int(stated) if stated.isdecimal() else None
        self._open = self._left != 0 if self._left is not None else "HTTP_TRANSFER_ENCODING" in environ
        self._long = self._left is None or self._left > core.BODY_LIMIT
        self._holds_place = False

    def read(self, size: int = -1) -> bytes:
        """Raises Unavailable where too many long bodies come in already."""
        if not self._open:
            return b""
        if self._long and not self._holds_place:
            if not self._places.acquire(blocking=False):
                raise Unavailable(BUSY)
            self._holds_place = True
        return self._read(size)

    def close(self) -> None:
        """Give the place back: the application reads no more."""
        if self._holds_place:
            self._holds_place = False
            self._places.release()

    def drain(self, most: int) -> None:
        """Read away what the application left (`core.DRAINED`)."""
        until = time.monotonic() + core.DRAINED_WITHIN
        while self._open and most > 0 and time.monotonic() < until:
            most -= len(self._read(min(_PIECE, most)))

    def _read(self, size: int) -> bytes:
        piece: bytes = self._source.read(size)
        if self._left is not None:
            self._left -= len(piece)
        self._open = bool(piece) and self._left != 0
        return piece


class Guard:
    """Around a WSGI application. Nothing is buffered; a request counts as answered when its last byte is out."""

    def __init__(self, app: Callable[..., Iterable[bytes]], service: str) -> None:
        self.app, self.service = app, service
        self._doorkeeper = Doorkeeper()
        self._places = threading.BoundedSemaphore(_LONG_BODIES)

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        request_id = context.accepted_request_id(environ.get("HTTP_X_REQUEST_ID"))
        context.request_id.set(request_id)
        context.actor.set(ANONYMOUS)
        context.bearer.set("")
        started, status, begun = time.perf_counter(), 500, False
        body = environ["wsgi.input"] = _Input(environ, self._places)

        def tagged(line: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            nonlocal status, begun
            status, begun = int(line[:3]), True
            told = [*headers, ("X-Request-Id", request_id)]
            present = {name.lower() for name, _ in headers}
            told += [header for header in _DEFAULTS if header[0].lower() not in present]
            return start_response(line, told, *more)

        def end() -> None:
            """The answer is out: only now is the rest of the body read, so that a refusal waits for none of it."""
            observe()
            body.drain(max(core.DRAINED, environ.get(LIMIT, 0) + core.BODY_LIMIT))

        def observe() -> None:
            route = environ.get(ROUTE, "unmatched")
            telemetry.observe_request(
                self.service, environ["REQUEST_METHOD"], route, status, time.perf_counter() - started
            )

        try:
            forwarded, peer = environ.get("HTTP_X_FORWARDED_FOR", ""), environ.get("REMOTE_ADDR", "")
            self._doorkeeper.check(environ["PATH_INFO"], forwarded, peer)
            core.check_path(environ["PATH_INFO"])
            answer = self.app(environ, tagged)
        except Exception as error:
            if begun:
                observe()
                raise
            refusal = core.refusal(error) if isinstance(error, Refused) else core.failure(error)
            assert isinstance(refusal.body, bytes)
            headers = [("Content-Type", core.JSON), ("Content-Length", str(len(refusal.body)))]
            headers += refusal.headers.items()
            tagged(f"{refusal.status} {HTTPStatus(refusal.status).phrase}", headers)
            answer = [refusal.body]
        finally:
            body.close()
        return ClosingIterator(answer, end)
