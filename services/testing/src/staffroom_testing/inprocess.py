"""An httpx client that calls an application in this process, ASGI or WSGI.

An ASGI call of the main thread runs in that thread, on a loop of its own: to pass it to the loop of another, from there
to a thread of the dispatcher and back took a third of its time. Calls of other threads share one loop in a thread, so
that those which a test makes at once run side by side.
"""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any

import httpx

from kit.http.dispatch import MOST_THREADS, THREADS, Dispatch, Threads
from staffroom_testing import answers

_SECONDS = 120
"""Seconds a call of another thread may take; of the main thread, pytest ends what hangs (`faulthandler_timeout`)."""


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


class _AtOnce(Threads):
    """The dispatcher's threads, but that a call of the main thread is run at once, in a context of its own."""

    def run(self, call: Callable[..., Any], *arguments: Any) -> asyncio.Future[Any]:
        if threading.current_thread() is not threading.main_thread():
            return super().run(call, *arguments)
        future = asyncio.get_running_loop().create_future()
        try:
            future.set_result(contextvars.Context().run(call, *arguments))
        except Exception as error:
            future.set_exception(error)
        return future


@lru_cache(maxsize=1)
def _own_loop() -> asyncio.AbstractEventLoop:
    """The loop of the main thread."""
    return asyncio.new_event_loop()


class _Asgi(httpx.BaseTransport):
    """Returns complete answers; an exception of the application is a 500, as from its server. httpx's own transport
    looks at every call for a library that is not there, which takes longer than the rest of it."""

    def __init__(self, app: Any) -> None:
        self._app = app
        outermost = getattr(app, "outermost", None)
        if isinstance(outermost, Dispatch) and not isinstance(outermost.threads, _AtOnce):
            outermost.threads = _AtOnce(THREADS, MOST_THREADS)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if threading.current_thread() is threading.main_thread() and asyncio._get_running_loop() is None:
            return _own_loop().run_until_complete(self._answer(request))
        return asyncio.run_coroutine_threadsafe(self._answer(request), _loop()).result(_SECONDS)

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": request.method,
            "headers": [(name.lower(), value) for name, value in request.headers.raw],
            "scheme": request.url.scheme,
            "path": request.url.path,
            "raw_path": request.url.raw_path.partition(b"?")[0],
            "query_string": request.url.query,
            "server": (request.url.host, request.url.port),
            "client": ("testclient", 50000),
            "root_path": "",
        }
        asked = [{"type": "http.request", "body": request.read(), "more_body": False}]
        answered = asyncio.Event()
        head: dict[str, Any] = {}
        body: list[bytes] = []

        async def receive() -> dict[str, Any]:
            if asked:
                return asked.pop()
            await answered.wait()
            return {"type": "http.disconnect"}

        async def send(message: Mapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                head.update(message)
                return
            if request.method != "HEAD":
                body.append(message.get("body", b""))
            if not message.get("more_body"):
                answered.set()

        try:
            await self._app(scope, receive, send)
        except Exception:
            answered.set()
            if not head:
                return httpx.Response(500)
        assert answered.is_set(), "the application ended without an answer"
        return httpx.Response(head["status"], headers=head.get("headers"), stream=httpx.ByteStream(b"".join(body)))
