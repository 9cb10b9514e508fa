"""The outermost layer of an ASGI service: request id in and out, body limit, browser policy, metrics, our own error
500. The rate limit comes before it (`kit.http.dispatch`)."""

from __future__ import annotations

import re
import time
from collections.abc import Collection
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kit import context, telemetry
from kit.errors import Refused
from kit.http import core, wire


class Guard:
    """Pure ASGI middleware: costs microseconds, buffers nothing. A post to a path of `with_files` may be larger; such a
    path may have parameters, as in `/public/form/{secret}`."""

    def __init__(
        self, app: ASGIApp, service: str, limit: int = core.BODY_LIMIT, with_files: Collection[str] = ()
    ) -> None:
        self.app, self.service, self.limit = app, service, limit
        self.with_files = re.compile("|".join(_pattern(path) for path in with_files) or r"(?!)")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        request_id = context.accepted_request_id(headers.get(b"x-request-id", b"").decode("latin-1"))
        context.request_id.set(request_id)
        started, status, begun = time.perf_counter(), 500, False
        limit = core.FILES_LIMIT if self.with_files.fullmatch(scope["path"]) else self.limit
        body = _Body(receive, limit, wire.has_body(headers))

        async def send_with_headers(message: Message) -> None:
            nonlocal status, begun
            if body.exceeded and not begun:
                return  # the framework's answer to the interrupted body; ours follows
            if message["type"] == "http.response.start":
                status, begun = message["status"], True
                headers = [*message["headers"], (b"x-request-id", request_id.encode())]
                present = {name for name, _ in headers}
                headers += [header for header in (wire.POLICY, wire.NO_STORE) if header[0] not in present]
                message["headers"] = headers
            await send(message)

        async def send_answer(answer: core.Answer) -> None:
            nonlocal status
            status = answer.status
            await send(wire.head(answer, request_id))
            await send({"type": "http.response.body", "body": answer.body})

        try:
            core.check_path(scope["path"], scope.get("raw_path") or b"")
            core.check_length(headers.get(b"content-length", b"").decode("latin-1"), limit)
            await self.app(scope, body.receive, send_with_headers)
            if body.exceeded and not begun:
                raise core.too_large(limit)
        except Exception as error:
            if begun:
                raise
            await send_answer(core.refusal(error) if isinstance(error, Refused) else core.failure(error))
        finally:
            route: Any = scope.get("route")
            template = getattr(route, "path_format", "unmatched")
            telemetry.observe_request(self.service, scope["method"], template, status, time.perf_counter() - started)
            await body.drain()


def _pattern(path: str) -> str:
    """Return the pattern of a path, in which each parameter matches one segment."""
    return "".join("[^/]+" if part.startswith("{") else re.escape(part) for part in re.split(r"({\w+})", path))


class _Body:
    """The body of a request, read up to a limit; the rest can be drained."""

    def __init__(self, receive: Receive, limit: int, unread: bool) -> None:
        self._receive, self._limit, self._unread = receive, limit, unread
        self._received = 0
        self.exceeded = False

    async def receive(self) -> Message:
        """Return the next message. Raises TooLarge."""
        message = await self._receive()
        self._received += len(message.get("body", b""))
        self._unread = self._unread and bool(message.get("more_body"))
        if self._received > self._limit:
            self.exceeded = True
            raise core.too_large(self._limit)
        return message

    async def drain(self) -> None:
        """Discard the rest of the body, after the answer (`core.DRAIN_LIMIT`)."""
        if self._unread:
            self._unread = False
            await wire.drain(self._receive, core.DRAIN_LIMIT - self._received)
