"""The outermost layer of a WSGI service, the twin of `kit.http.middleware`: request id in and out, a policy for the
browser, metrics, a clean context for every request (threads are used again), our own 500."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

from werkzeug.wsgi import ClosingIterator

from kit import context, telemetry
from kit.http import core
from kit.policy import ANONYMOUS

ROUTE = "staffroom.route"
"""Where the application leaves the template of the route it found, for the metrics."""


class Guard:
    """Around a WSGI application. Nothing is buffered; a request counts as answered when its last byte is out."""

    def __init__(self, app: Callable[..., Iterable[bytes]], service: str) -> None:
        self.app, self.service = app, service

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        request_id = context.accepted_request_id(environ.get("HTTP_X_REQUEST_ID"))
        context.request_id.set(request_id)
        context.actor.set(ANONYMOUS)
        context.bearer.set("")
        started, status, begun = time.perf_counter(), 500, False

        def tagged(line: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            nonlocal status, begun
            status, begun = int(line[:3]), True
            told = [*headers, ("X-Request-Id", request_id)]
            if not any(name.lower() == "content-security-policy" for name, _ in headers):
                told.append(("Content-Security-Policy", core.POLICY))
            return start_response(line, told, *more)

        def observe() -> None:
            route = environ.get(ROUTE, "unmatched")
            telemetry.observe_request(
                self.service, environ["REQUEST_METHOD"], route, status, time.perf_counter() - started
            )

        try:
            answer = self.app(environ, tagged)
        except Exception as error:
            observe()
            if begun:
                raise
            failure = core.failure(error)
            assert isinstance(failure.body, bytes)
            headers = [("Content-Type", core.JSON), ("Content-Length", str(len(failure.body)))]
            tagged("500 Internal Server Error", headers)
            return [failure.body]
        return ClosingIterator(answer, observe)
