"""The fast path to declared routes: one dictionary look-up and a small thread pool.

Measured (docs/performance.md): the framework's router tries its routes one by one, and forty threads waiting for one
interpreter cost more than the queries they run. Under granian the thread that made an answer also sends it, without
waking the event loop. The dispatcher passes every other route to the framework, which serves the same declared routes
in the same way; `services/kit/tests/http` runs one suite against all three.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final
from urllib.parse import parse_qsl

from starlette.types import ASGIApp, Receive, Scope, Send

from kit import context, telemetry
from kit.errors import TooLarge, TooMany
from kit.http import core, wire
from kit.http.rates import RateLimiter

THREADS, MOST_THREADS = 4, 10
"""The best number of threads for quick calls; for slow calls, the number of database connections."""
STALLED_AFTER = 0.05
EXTRA_SECONDS = 2.0
"""Seconds that the threads above `THREADS` stay after calls last stalled. Meanwhile quick calls compete for the
interpreter and hold more connections than the pool keeps."""
SENT: Final = object()
"""The result of a call that has sent its answer itself."""
THREAD_NAME = "declared"
_Waiting = tuple["asyncio.Future[Any]", Callable[..., Any], tuple[Any, ...]]
_NUMBER = "{}"
_PARAMETER = re.compile(r"\{([^}]+)\}")


class Dispatch:
    """ASGI application that serves declared routes whose parameters are whole numbers. `app` serves the rest, including
    addresses with encoded characters, which its guard checks first."""

    def __init__(self, app: ASGIApp, routes: Iterable[core.Route], service: str) -> None:
        self.app, self.service = app, service
        self._rate_limiter = RateLimiter()
        self.threads = Threads(THREADS, MOST_THREADS)
        self._table: dict[tuple[str, str], tuple[core.Route, list[str], str]] = {}
        for route in routes:
            names = _PARAMETER.findall(route.full_path)
            if all(name in {"id", "number"} or name.endswith("Id") for name in names) and not _has_partial_parameter(
                route
            ):
                key = (route.method, _PARAMETER.sub(_NUMBER, route.full_path))
                self._table.setdefault(key, (route, names, route.template))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope["headers"])
        request_id = context.accepted_request_id(headers.get("x-request-id"))
        context.request_id.set(request_id)
        try:
            self._rate_limiter.check(
                scope["path"], headers.get("x-forwarded-for", ""), (scope.get("client") or ("",))[0]
            )
        except TooMany as error:
            answer = core.refusal(error)
            telemetry.observe_request(self.service, scope["method"], "unmatched", answer.status, 0)
            await send(wire.head(answer, request_id))
            await send({"type": "http.response.body", "body": answer.body})
            if wire.has_body(dict(scope["headers"])):
                await wire.drain(receive, core.DRAIN_LIMIT)
            return
        plain = b"%" not in (scope.get("raw_path") or b"")
        match = self._find(scope["method"], scope["path"]) if plain else None
        if match is None:
            await self.app(scope, receive, send)
            return
        route, parameters, template = match
        call = _Call(route, request_id, send, self.service)
        try:
            core.check_length(headers.get("content-length"))
            body = await _body(receive, core.BODY_LIMIT) if route.method != "GET" else b""
        except TooLarge as error:
            await call.send(call.recorded(core.refusal(error)), self.threads)
            await wire.drain(receive, core.DRAIN_LIMIT)
            return
        query = dict(_pairs(scope["query_string"]))
        request = core.Request(path=parameters, query=query, headers=headers, body=body, route=template)
        answer = await self.threads.run(call.work, request)
        if answer is not SENT:
            await call.send(answer, self.threads)

    def _find(self, method: str, path: str) -> tuple[core.Route, Mapping[str, str], str] | None:
        entry = self._table.get((method, path))
        if entry is not None:
            return entry[0], {}, entry[2]
        segments = path.split("/")
        numbers = [part for part in segments if _is_number(part)]
        if not numbers:
            return None
        shape = "/".join(_NUMBER if _is_number(part) else part for part in segments)
        entry = self._table.get((method, shape))
        if entry is None or len(entry[1]) != len(numbers):
            return None
        return entry[0], dict(zip(entry[1], numbers, strict=True)), entry[2]


@lru_cache(maxsize=2048)
def _pairs(query_string: bytes) -> tuple[tuple[str, str], ...]:
    return tuple(parse_qsl(query_string.decode("latin-1"), keep_blank_values=True))


def _is_number(part: str) -> bool:
    """True if `part` is a number of at most 18 digits, which a bigint holds."""
    return part.isascii() and part.isdigit() and len(part) <= 18


class Threads:
    """A pool of a few threads that run calls for the event loop, with extra threads while slow calls occupy those. A
    call costs a queue and one wake-up each way. The executor of the standard library adds two futures, a lock and a
    copied context, which cost as much as the query itself."""

    def __init__(self, count: int, most: int) -> None:
        self._queue: queue.SimpleQueue[_Waiting] = queue.SimpleQueue()
        self._count, self._most = count, most
        self._started = 0
        self._starts = threading.Lock()
        self._finished = 0.0
        self._extra_until = 0.0
        self._open = 0
        self._watched = False
        self._sent: deque[asyncio.Future[Any]] = deque()

    def run(self, call: Callable[..., Any], *arguments: Any) -> asyncio.Future[Any]:
        """Run `call(*arguments)` in a thread. Call it on the event loop. A result of `SENT` is set when the loop next
        wakes up, after 50 ms at most."""
        while self._started < self._count:
            self._start(extra=False)
        self._settle_sent()
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        self._open += 1
        self._queue.put((future, call, arguments))
        if not self._watched:
            self._watched = True
            loop.call_later(STALLED_AFTER, self._watch, loop)
        return future

    def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start threads for waiting calls, up to the limit, when no call has ended for `STALLED_AFTER`."""
        self._settle_sent()
        self._watched = self._open > 0
        if not self._watched:
            return
        now = time.monotonic()
        if now - self._finished > STALLED_AFTER:
            self._extra_until = now + EXTRA_SECONDS
            for _ in range(min(self._queue.qsize(), self._most - self._started)):
                self._start(extra=True)
        loop.call_later(STALLED_AFTER, self._watch, loop)

    def _start(self, *, extra: bool) -> None:
        with self._starts:
            self._started += 1
        threading.Thread(target=self._work, args=(extra,), name=THREAD_NAME, daemon=True).start()

    def _next(self, extra: bool) -> _Waiting | None:
        """Return the next call for a thread; None when an extra thread is no longer needed."""
        if not extra:
            return self._queue.get()
        needed = self._extra_until - time.monotonic()
        with contextlib.suppress(queue.Empty):
            if needed > 0:
                return self._queue.get(timeout=needed)
        with self._starts:
            self._started -= 1
        return None

    def _work(self, extra: bool) -> None:
        while (waiting := self._next(extra)) is not None:
            future, call, arguments = waiting
            try:
                result, error = call(*arguments), None
            except BaseException as raised:  # also StopIteration: these threads never end
                result, error = None, raised
            self._finished = time.monotonic()
            if result is SENT:
                self._sent.append(future)
            else:
                # On a closed loop nobody waits for the result.
                with contextlib.suppress(RuntimeError):
                    future.get_loop().call_soon_threadsafe(self._settle, future, result, error)
            del waiting, future, call, arguments, result, error

    def _settle_sent(self) -> None:
        while self._sent:
            self._settle(self._sent.popleft(), SENT, None)

    def _settle(self, future: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
        self._open -= 1
        if future.done():  # the caller has disconnected
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)


class Headers(Mapping[str, str]):
    """Request headers by lower-case name, decoded on access."""

    def __init__(self, raw: Iterable[tuple[bytes, bytes]]) -> None:
        self._raw = dict(raw)

    def __getitem__(self, name: str) -> str:
        return self._raw[name.lower().encode("latin-1")].decode("latin-1")

    def __iter__(self) -> Any:
        return (name.decode("latin-1") for name in self._raw)

    def __len__(self) -> int:
        return len(self._raw)


def _has_partial_parameter(route: core.Route) -> bool:
    """Return whether a parameter is only a part of its segment (`people-{number}`); the framework matches such
    routes."""
    return any("{" in part and not _PARAMETER.fullmatch(part) for part in route.full_path.split("/"))


async def _body(receive: Receive, limit: int) -> bytes:
    chunks: list[bytes] = []
    received = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return b""
        chunk = message.get("body", b"")
        received += len(chunk)
        if received > limit:
            raise core.too_large(limit)
        chunks.append(chunk)
        if not message.get("more_body"):
            return b"".join(chunks)


class _Call:
    """A request that runs in a thread and the sending of its answer."""

    def __init__(self, route: core.Route, request_id: str, send: Send, service: str) -> None:
        self._route, self._request_id, self._send, self._service = route, request_id, send, service
        self._started_at = time.perf_counter()

    def work(self, request: core.Request) -> Any:
        """Run in a thread; return the answer, or `SENT` when the thread has sent it."""
        context.request_id.set(self._request_id)
        answer = self.recorded(self._route.serve(request))
        if not isinstance(answer.body, bytes) or not _sends_immediately(self._send):
            return answer
        self._send(wire.head(answer, self._request_id))
        self._send({"type": "http.response.body", "body": answer.body})
        return SENT

    def recorded(self, answer: core.Answer) -> core.Answer:
        """Record the answer in the metrics, and return it."""
        seconds = time.perf_counter() - self._started_at
        telemetry.observe_request(self._service, self._route.method, self._route.full_path, answer.status, seconds)
        return answer

    async def send(self, answer: core.Answer, threads: Threads) -> None:
        """Send from the event loop: streams, and whole answers where `send` must be awaited."""
        await self._send(wire.head(answer, self._request_id))
        if isinstance(answer.body, bytes):
            await self._send({"type": "http.response.body", "body": answer.body})
            return
        body = answer.body
        try:
            while chunk := await threads.run(next, body, b""):
                await self._send({"type": "http.response.body", "body": chunk, "more_body": True})
        finally:  # also after a disconnect; in a thread, because it ends a transaction
            if isinstance(body, Generator):
                await threads.run(body.close)
        await self._send({"type": "http.response.body", "body": b""})


def _sends_immediately(send: Send) -> bool:
    """True if this is granian's own `send`, a method of its Rust protocol: it sends when called, from any thread, and
    its result need not be awaited."""
    return type(getattr(send, "__self__", None)).__module__.startswith("granian.")
