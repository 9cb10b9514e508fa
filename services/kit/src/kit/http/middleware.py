"""The outermost layer of an ASGI service: request id in and out, body limit, a policy for the browser, metrics, our own
500."""

from __future__ import annotations

import time
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kit import context, telemetry
from kit.errors import TooLarge
from kit.http import core, wire


class Guard:
    """Pure ASGI: costs microseconds, buffers nothing."""

    def __init__(self, app: ASGIApp, service: str, limit: int = core.BODY_LIMIT) -> None:
        self.app, self.service, self.limit = app, service, limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        request_id = context.accepted_request_id(headers.get(b"x-request-id", b"").decode("latin-1"))
        context.request_id.set(request_id)
        started, status, begun = time.perf_counter(), 500, False
        received, exceeded = 0, False

        async def limited() -> Message:
            nonlocal received, exceeded
            message = await receive()
            received += len(message.get("body", b""))
            if received > self.limit:
                exceeded = True
                raise core.too_large(self.limit)
            return message

        async def tagged(message: Message) -> None:
            nonlocal status, begun
            if exceeded and not begun:
                return  # what the framework makes of the interrupted body; ours follows
            if message["type"] == "http.response.start":
                status, begun = message["status"], True
                headers = [*message["headers"], (b"x-request-id", request_id.encode())]
                if not any(name == wire.POLICY[0] for name, _ in headers):
                    headers.append(wire.POLICY)
                message["headers"] = headers
            await send(message)

        async def answered(answer: core.Answer) -> None:
            nonlocal status
            status = answer.status
            await send(wire.head(answer, request_id))
            await send({"type": "http.response.body", "body": answer.body})

        try:
            core.check_length(headers.get(b"content-length", b"").decode("latin-1"), self.limit)
            await self.app(scope, limited, tagged)
            if exceeded and not begun:
                raise core.too_large(self.limit)
        except Exception as error:
            if begun:
                raise
            await answered(core.refusal(error) if isinstance(error, TooLarge) else core.failure(error))
        finally:
            route: Any = scope.get("route")
            template = getattr(route, "path", "unmatched")
            telemetry.observe_request(self.service, scope["method"], template, status, time.perf_counter() - started)
