"""An httpx client that calls an application in this process, ASGI or WSGI.

An ASGI call of the main thread runs in that thread, on its own loop: passing it to another thread's loop, from there to
a thread of the dispatcher and back took a third of its time. The framework's calls in threads run in that thread too,
because a thread that anyio starts ends with its loop, so that each call would start one. Calls of other threads share
one loop in a thread, so that a test can make calls concurrently.
"""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import anyio.to_thread
import httpx

from kit.http.dispatch import MOST_THREADS, THREADS, Dispatch, Threads
from staffroom_testing import answers

_SECONDS = 120
"""Seconds that a call of another thread may take; in the main thread, pytest ends a hanging call
(`faulthandler_timeout`)."""
_HOST = "http://testserver"


def client(app: Any, wsgi: bool, headers: Mapping[str, str] | None = None) -> httpx.Client:
    """Return a client of `app` that validates every answer against the application's document. The lifespan of the
    application does not run."""
    transport = httpx.WSGITransport(app=Wsgi(app)) if wsgi else _Asgi(app)
    return _Client(transport, partial(answers.check, app), headers)


class _Client(httpx.Client):
    """A client that calls its transport directly and validates the answer. httpx's own client inspects every answer for
    cookies, redirects and a log, in a fifth of the time of a call; only streams use it."""

    def __init__(
        self,
        transport: httpx.BaseTransport,
        check: Callable[[httpx.Response], None],
        headers: Mapping[str, str] | None,
    ) -> None:
        hooks = {"request": [], "response": [check]}
        super().__init__(transport=transport, base_url=_HOST, headers=dict(headers or {}), event_hooks=hooks)
        self._plain, self._check = transport, check

    def build_request(self, method: str, url: httpx.URL | str, **more: Any) -> httpx.Request:
        whole = f"{_HOST}{url}" if isinstance(url, str) and url.startswith("/") else url
        return super().build_request(method, whole, **more)

    def send(self, request: httpx.Request, *, stream: bool = False, **more: Any) -> httpx.Response:
        if stream or more.get("follow_redirects") is True:
            return super().send(request, stream=stream, **more)
        answer = self._plain.handle_request(request)
        answer.request = request
        answer.read()
        if "set-cookie" in answer.headers:
            self.cookies.extract_cookies(answer)
        self._check(answer)
        return answer


@lru_cache(maxsize=1)
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="applications", daemon=True).start()
    return loop


class Wsgi:
    """Calls the application like granian: the path contains bytes as latin-1 (PEP 3333), and the input ends with the
    body."""

    def __init__(self, app: Any) -> None:
        self._app = app

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        path = environ["PATH_INFO"].encode("utf-8", "replace").decode("latin-1")
        return self._app({**environ, "PATH_INFO": path, "wsgi.input_terminated": True}, start_response)


class _AtOnce(Threads):
    """The dispatcher's threads, except that a call of the main thread runs at once, in a separate context."""

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
    """The loop of the main thread, on which the framework's calls in threads run at once, in a copied context as
    usual."""
    loop = asyncio.new_event_loop()
    in_thread = anyio.to_thread.run_sync

    async def run_sync(call: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        if asyncio.get_running_loop() is loop:
            return contextvars.copy_context().run(call, *arguments)
        return await in_thread(call, *arguments, **options)

    anyio.to_thread.run_sync = run_sync  # type: ignore[assignment]  # takes any options
    return loop


def _run_at_once(app: Any) -> None:
    """Make the dispatcher of an application run the calls of the main thread at once."""
    outermost = getattr(app, "outermost", None)
    if isinstance(outermost, Dispatch) and not isinstance(outermost.threads, _AtOnce):
        outermost.threads = _AtOnce(THREADS, MOST_THREADS)


@dataclass(frozen=True)
class Answer:
    """A complete answer of an ASGI application."""

    status: int
    headers: Sequence[tuple[bytes, bytes]]
    body: bytes


def ask(
    app: Any, method: str, target: tuple[str, bytes, bytes], headers: Sequence[tuple[bytes, bytes]], body: bytes
) -> Answer:
    """Return the answer of `app` to one request; `target` is the path, the path as sent, and the query. Raises the
    errors of the application before it answers."""
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "headers": headers,
        "scheme": "http",
        "path": target[0],
        "raw_path": target[1],
        "query_string": target[2],
        "server": (_HOST.removeprefix("http://"), None),
        "client": ("testclient", 50000),
        "root_path": "",
    }
    _run_at_once(app)
    answer = _answer(app, scope, body)
    if threading.current_thread() is threading.main_thread() and asyncio._get_running_loop() is None:
        return _own_loop().run_until_complete(answer)
    return asyncio.run_coroutine_threadsafe(answer, _loop()).result(_SECONDS)


async def _answer(app: Any, scope: dict[str, Any], body: bytes) -> Answer:
    asked = [{"type": "http.request", "body": body, "more_body": False}]
    answered = asyncio.Event()
    head: dict[str, Any] = {}
    parts: list[bytes] = []

    async def receive() -> dict[str, Any]:
        if asked:
            return asked.pop()
        await answered.wait()
        return {"type": "http.disconnect"}

    async def send(message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            head.update(message)
            return
        if scope["method"] != "HEAD":
            parts.append(message.get("body", b""))
        if not message.get("more_body"):
            answered.set()

    try:
        await app(scope, receive, send)
    except Exception:
        answered.set()
        if not head:
            raise
    assert answered.is_set(), "the application ended without an answer"
    return Answer(head["status"], head.get("headers", ()), b"".join(parts))


class _Asgi(httpx.BaseTransport):
    """Returns complete answers; an exception of the application becomes a 500, as from its server. httpx's own
    transport looks for an uninstalled library at every call, which takes longer than everything else."""

    def __init__(self, app: Any) -> None:
        self._app = app

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        path, _, query = url.raw_path.partition(b"?")
        try:
            answer = ask(
                self._app,
                request.method,
                (url.path, path, query),
                [(name.lower(), value) for name, value in request.headers.raw],
                request.read(),
            )
        except Exception:
            return httpx.Response(500)
        return httpx.Response(answer.status, headers=answer.headers, stream=httpx.ByteStream(answer.body))
