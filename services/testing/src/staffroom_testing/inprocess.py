"""An httpx client that calls an application in this process, ASGI or WSGI.

All ASGI calls of a run share one event loop in a thread. Starlette's test client starts a thread and a loop for every
call, which took two thirds of the time of the walking suites.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any

import httpx

from staffroom_testing import answers

_SECONDS = 120
"""Seconds a call may take, so that a test that hangs ends with a traceback."""


def client(app: Any, wsgi: bool, headers: Mapping[str, str] | None = None) -> httpx.Client:
    """A client of `app` that checks every answer against the application's document. The lifespan of the application
    is not run."""
    transport = httpx.WSGITransport(app=Wsgi(app)) if wsgi else _Asgi(app)
    http_client = httpx.Client(transport=transport, base_url="http://testserver", headers=dict(headers or {}))
    http_client.event_hooks = {"request": [], "response": [partial(answers.check, app)]}
    return http_client


@lru_cache(maxsize=1)
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="applications", daemon=True).start()
    return loop


class Wsgi:
    """Calls the application as granian does: the path holds bytes as latin-1 (PEP 3333), and the input ends with the
    body."""

    def __init__(self, app: Any) -> None:
        self._app = app

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        path = environ["PATH_INFO"].encode("utf-8", "replace").decode("latin-1")
        return self._app({**environ, "PATH_INFO": path, "wsgi.input_terminated": True}, start_response)


class _Asgi(httpx.BaseTransport):
    """Returns complete answers; an exception of the application is a 500, as from its server."""

    def __init__(self, app: Any) -> None:
        self._inner = httpx.ASGITransport(app=app, raise_app_exceptions=False, client=("testclient", 50000))

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return asyncio.run_coroutine_threadsafe(self._answer(request), _loop()).result(_SECONDS)

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        answer = await self._inner.handle_async_request(request)
        assert isinstance(answer.stream, httpx.AsyncByteStream)
        body = b"".join([chunk async for chunk in answer.stream])
        return httpx.Response(answer.status_code, headers=answer.headers, stream=httpx.ByteStream(body))
