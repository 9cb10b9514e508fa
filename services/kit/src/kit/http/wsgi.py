"""The outermost layer of a WSGI service, the twin of `kit.http.middleware`: rate limit, request id in and out, browser
policy, metrics, a clean context for every request (threads are reused), our own error 500."""

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
from kit.http.rates import RateLimiter
from kit.policy import ANONYMOUS

ROUTE = "staffroom.route"
"""Environ key of the matched route's template, which the application sets for the metrics."""


_DEFAULTS = (("Content-Security-Policy", core.POLICY), ("Cache-Control", core.NO_STORE))
"""Default headers of an answer."""
LIMIT = "staffroom.limit"
"""Environ key of the route's body limit in bytes, which the application sets."""
_CHUNK = 65_536
_LONG_BODIES = 16
"""Long bodies that one process reads at a time; `kit.processes.web` has twice as many threads."""


class _Input:
    """The body of a request as it arrives. The sender of a long body, or of one of unknown length, can occupy a thread
    for any time, so at most half of the threads read such bodies."""

    def __init__(self, environ: Mapping[str, Any], slots: threading.BoundedSemaphore) -> None:
        self._source, self._slots = environ["wsgi.input"], slots
        length = environ.get("CONTENT_LENGTH", "")
        self._left = int(length) if length.isdecimal() else None
        self._open = self._left != 0 if self._left is not None else "HTTP_TRANSFER_ENCODING" in environ
        self._long = self._left is None or self._left > core.BODY_LIMIT
        self._holds_slot = False

    def read(self, size: int = -1) -> bytes:
        """Read the body. Raises Unavailable when too many long bodies are being read."""
        if not self._open:
            return b""
        if self._long and not self._holds_slot:
            if not self._slots.acquire(blocking=False):
                raise Unavailable(BUSY)
            self._holds_slot = True
        return self._read(size)

    def close(self) -> None:
        """Release the slot: the application has finished reading."""
        if self._holds_slot:
            self._holds_slot = False
            self._slots.release()

    def drain(self, most: int) -> None:
        """Discard the rest of the body (`core.DRAIN_LIMIT`)."""
        until = time.monotonic() + core.DRAIN_SECONDS
        while self._open and most > 0 and time.monotonic() < until:
            most -= len(self._read(min(_CHUNK, most)))

    def _read(self, size: int) -> bytes:
        chunk: bytes = self._source.read(size)
        if self._left is not None:
            self._left -= len(chunk)
        self._open = bool(chunk) and self._left != 0
        return chunk


class Guard:
    """WSGI middleware. It buffers nothing; a request counts as answered when its last byte is sent."""

    def __init__(self, app: Callable[..., Iterable[bytes]], service: str) -> None:
        self.app, self.service = app, service
        self._rate_limiter = RateLimiter()
        self._slots = threading.BoundedSemaphore(_LONG_BODIES)

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        request_id = context.accepted_request_id(environ.get("HTTP_X_REQUEST_ID"))
        context.request_id.set(request_id)
        context.actor.set(ANONYMOUS)
        context.bearer.set("")
        started, status, begun = time.perf_counter(), 500, False
        body = environ["wsgi.input"] = _Input(environ, self._slots)

        def start_with_headers(line: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            nonlocal status, begun
            status, begun = int(line[:3]), True
            answer_headers = [*headers, ("X-Request-Id", request_id)]
            present = {name.lower() for name, _ in headers}
            answer_headers += [header for header in _DEFAULTS if header[0].lower() not in present]
            return start_response(line, answer_headers, *more)

        def end() -> None:
            """Drain the body after the answer is sent, so that a refusal does not wait for it."""
            observe()
            body.drain(max(core.DRAIN_LIMIT, environ.get(LIMIT, 0) + core.BODY_LIMIT))

        def observe() -> None:
            route = environ.get(ROUTE, "unmatched")
            telemetry.observe_request(
                self.service, environ["REQUEST_METHOD"], route, status, time.perf_counter() - started
            )

        try:
            forwarded, peer = environ.get("HTTP_X_FORWARDED_FOR", ""), environ.get("REMOTE_ADDR", "")
            self._rate_limiter.check(environ["PATH_INFO"], forwarded, peer)
            core.check_path(environ["PATH_INFO"])
            answer = self.app(environ, start_with_headers)
        except Exception as error:
            if begun:
                observe()
                raise
            refusal = core.refusal(error) if isinstance(error, Refused) else core.failure(error)
            assert isinstance(refusal.body, bytes)
            headers = [("Content-Type", core.JSON), ("Content-Length", str(len(refusal.body)))]
            headers += refusal.headers.items()
            start_with_headers(f"{refusal.status} {HTTPStatus(refusal.status).phrase}", headers)
            answer = [] if environ["REQUEST_METHOD"] == "HEAD" else [refusal.body]
        finally:
            body.close()
        return ClosingIterator(answer, end)
